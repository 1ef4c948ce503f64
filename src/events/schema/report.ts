import { z } from 'zod'
import { baseShape, errorDetailSchema } from './base.ts'
import { openObject, openValue } from './open.ts'

/** Notices, logs, blocked hosts and paths, errors and unknown messages. */
export const reportEventSchemas = [
  openObject({
    ...baseShape,
    type: z.literal('notice'),
    severity: openValue('info', 'warning', 'error'),
    title: z.string(),
    description: z.string().optional(),
  }),
  openObject({
    ...baseShape,
    type: z.literal('log'),
    level: z.enum(['debug', 'info', 'warn', 'error']),
    message: z.string(),
  }),
  openObject({
    ...baseShape,
    type: z.literal('access.blocked'),
    kind: z.enum(['host', 'path']),
    name: z.string(),
    toolCallId: z.string().optional(),
    tool: z.string().optional(),
    hint: z.string(),
    commandHint: z.string(),
  }),
  openObject({ ...baseShape, type: z.literal('error'), error: errorDetailSchema }),
  openObject({ ...baseShape, type: z.literal('raw'), source: z.string(), payload: z.unknown() }),
] as const
