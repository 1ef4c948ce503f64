import { z } from 'zod'
import { baseShape, controlsSchema, errorDetailSchema, metaShape } from './base.ts'
import { openObject, recordSchema, unknownPartSchema } from './open.ts'
import { stopReasonSchema, tokenUsageSchema } from './usage.ts'

const statusSchema = z.enum([
  'starting',
  'active',
  'idle',
  'waiting',
  'blocked',
  'paused',
  'releasing',
  'released',
  'offline',
  'failed',
  'unknown',
])

const backgroundWorkSchema = z.discriminatedUnion('type', [
  openObject({ ...metaShape, type: z.literal('terminal'), terminalId: z.string() }),
  openObject({ ...metaShape, type: z.literal('tool-call'), toolCallId: z.string() }),
  openObject({ ...metaShape, type: z.literal('subagent'), subagentId: z.string() }),
  unknownPartSchema,
])

const activityShape = {
  status: statusSchema,
  stopReason: stopReasonSchema.optional(),
  stopDetails: recordSchema.optional(),
  error: errorDetailSchema.optional(),
  tokens: tokenUsageSchema.optional(),
  background: z.array(backgroundWorkSchema).optional(),
  customState: openObject({ name: z.string(), data: recordSchema.optional() }).optional(),
}

export const statusEventSchemas = [
  openObject({
    ...baseShape,
    ...activityShape,
    type: z.literal('status.changed'),
    previousStatus: statusSchema.optional(),
    reason: z.string().optional(),
  }),
  openObject({
    ...baseShape,
    type: z.literal('subagent.updated'),
    subagentId: z.string(),
    title: z.string().nullable().optional(),
    description: z.string().nullable().optional(),
    controls: controlsSchema.nullable().optional(),
    state: openObject({ ...activityShape, ...metaShape })
      .nullable()
      .optional(),
    cwd: z.string().nullable().optional(),
    additionalDirectories: z.array(z.string()).nullable().optional(),
  }),
] as const
