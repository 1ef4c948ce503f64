import { z } from 'zod'
import { baseShape, metaShape } from './base.ts'
import { openObject, openValue, unknownPartSchema } from './open.ts'
import { toolCallPatchSchema } from './tool-call.ts'

const optionSchema = openObject({
  ...metaShape,
  optionId: z.string(),
  name: z.string(),
  kind: openValue('allow-once', 'allow-always', 'reject-once', 'reject-always'),
})

const subjectSchema = z.discriminatedUnion('type', [
  openObject({ ...metaShape, type: z.literal('tool-call'), toolCall: toolCallPatchSchema }),
  openObject({
    ...metaShape,
    type: z.literal('command'),
    command: z.string(),
    cwd: z.string(),
    toolCallId: z.string().optional(),
    terminalId: z.string().optional(),
  }),
  unknownPartSchema,
])

const outcomeSchema = z.discriminatedUnion('type', [
  openObject({ ...metaShape, type: z.literal('selected'), optionId: z.string() }),
  openObject({ ...metaShape, type: z.literal('cancelled') }),
  unknownPartSchema,
])

export const permissionEventSchemas = [
  openObject({
    ...baseShape,
    type: z.literal('permission.requested'),
    requestId: z.string(),
    title: z.string().optional(),
    description: z.string().optional(),
    subject: subjectSchema.optional(),
    options: z.array(optionSchema),
  }),
  openObject({
    ...baseShape,
    type: z.literal('permission.resolved'),
    requestId: z.string(),
    outcome: outcomeSchema,
  }),
] as const
