import { z } from 'zod'
import { baseShape, errorDetailSchema } from './base.ts'
import { contentBlockSchema } from './content.ts'
import { openObject, openValue } from './open.ts'

const sessionShape = { ...baseShape, sessionId: z.string() }

export const sessionEventSchemas = [
  openObject({
    ...baseShape,
    type: z.literal('agent.changed'),
    agent: z.string(),
    model: z.string().optional(),
    previousAgent: z.string().optional(),
    reason: openValue(
      'chosen',
      'rate-limit',
      'quota',
      'overload',
      'login',
      'not-installed',
      'crash',
      'cool-down',
    ),
    error: errorDetailSchema.optional(),
    until: z.string().optional(),
    briefed: z.boolean().optional(),
  }),
  openObject({ ...sessionShape, type: z.literal('session.started') }),
  openObject({ ...sessionShape, type: z.literal('session.resumed') }),
  openObject({
    ...sessionShape,
    type: z.literal('session.recovered'),
    by: z.enum(['resume', 'load', 'new']),
    contextLost: z.boolean(),
    previousSessionId: z.string().optional(),
  }),
  openObject({ ...sessionShape, type: z.literal('session.forked'), parentSessionId: z.string() }),
  openObject({ ...sessionShape, type: z.literal('session.released'), reason: z.string().optional() }),
  openObject({
    ...baseShape,
    type: z.literal('session.updated'),
    title: z.string().nullable().optional(),
    updatedAt: z.string().nullable().optional(),
  }),
  openObject({
    ...baseShape,
    type: z.literal('compaction.updated'),
    compactionId: z.string(),
    status: openValue('in-progress', 'completed', 'failed', 'cancelled'),
    summary: z.array(contentBlockSchema).nullable().optional(),
    error: errorDetailSchema.nullable().optional(),
  }),
  openObject({
    ...baseShape,
    type: z.literal('compaction.delta'),
    compactionId: z.string(),
    content: contentBlockSchema,
  }),
] as const
