import { z } from 'zod'
import { baseShape, countSchema, errorDetailSchema, metaShape } from './base.ts'
import { openObject, openValue } from './open.ts'

export const tokenUsageSchema = openObject({
  ...metaShape,
  total: countSchema.optional(),
  input: countSchema.optional(),
  output: countSchema.optional(),
  thinking: countSchema.optional(),
  cacheRead: countSchema.optional(),
  cacheWrite: countSchema.optional(),
  incomplete: z.literal(true).optional(),
})

const costSchema = openObject({
  ...metaShape,
  amount: z.number(),
  currency: z.string(),
  source: z.literal('computed').optional(),
  incomplete: z.literal(true).optional(),
})

export const stopReasonSchema = openValue(
  'end-turn',
  'max-tokens',
  'max-turn-requests',
  'refusal',
  'cancelled',
  'error',
)

export const usageEventSchemas = [
  openObject({
    ...baseShape,
    type: z.literal('usage.updated'),
    context: openObject({ used: countSchema, size: countSchema }).optional(),
    tokens: tokenUsageSchema.optional(),
    cost: costSchema.nullable().optional(),
    run: openObject({ tokens: tokenUsageSchema.optional(), cost: costSchema.optional() }).optional(),
  }),
  openObject({
    ...baseShape,
    type: z.literal('finish'),
    stopReason: stopReasonSchema,
    tokens: tokenUsageSchema.optional(),
    cost: costSchema.optional(),
    result: z.unknown().optional(),
    error: errorDetailSchema.optional(),
  }),
] as const
