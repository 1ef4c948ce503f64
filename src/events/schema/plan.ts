import { z } from 'zod'
import { baseShape, metaShape } from './base.ts'
import { openObject, openValue, recordSchema } from './open.ts'

const entrySchema = openObject({
  ...metaShape,
  content: z.string(),
  priority: openValue('high', 'medium', 'low'),
  status: openValue('pending', 'in-progress', 'completed', 'cancelled'),
})

const planSchema = z.discriminatedUnion('type', [
  openObject({
    ...metaShape,
    type: z.literal('items'),
    planId: z.string().optional(),
    entries: z.array(entrySchema),
  }),
  openObject({ ...metaShape, type: z.literal('file'), planId: z.string(), uri: z.string() }),
  openObject({ ...metaShape, type: z.literal('markdown'), planId: z.string(), content: z.string() }),
  openObject({
    type: z.literal('unknown'),
    planId: z.string(),
    originalType: z.string(),
    data: recordSchema,
  }),
])

export const planEventSchemas = [
  openObject({ ...baseShape, type: z.literal('plan.updated'), plan: planSchema }),
  openObject({ ...baseShape, type: z.literal('plan.removed'), planId: z.string() }),
] as const
