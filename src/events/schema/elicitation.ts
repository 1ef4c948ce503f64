import { z } from 'zod'
import { baseShape } from './base.ts'
import { openObject, openValue, recordSchema, unknownPartSchema } from './open.ts'

const outcomeSchema = z.discriminatedUnion('type', [
  openObject({ type: z.literal('accepted'), content: recordSchema.optional() }),
  openObject({ type: z.literal('declined') }),
  openObject({ type: z.literal('cancelled') }),
  unknownPartSchema,
])

export const elicitationEventSchemas = [
  openObject({
    ...baseShape,
    type: z.literal('elicitation.requested'),
    requestId: z.string(),
    mode: openValue('form', 'url'),
    message: z.string(),
    schema: recordSchema.optional(),
    url: z.string().optional(),
    elicitationId: z.string().optional(),
    toolCallId: z.string().optional(),
    relatedRequestId: z.union([z.string(), z.number()]).optional(),
    data: recordSchema.optional(),
  }),
  openObject({
    ...baseShape,
    type: z.literal('elicitation.resolved'),
    requestId: z.string(),
    outcome: outcomeSchema,
  }),
  openObject({ ...baseShape, type: z.literal('elicitation.completed'), elicitationId: z.string() }),
] as const
