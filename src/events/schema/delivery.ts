import { z } from 'zod'
import { baseShape, durationSchema, errorDetailSchema } from './base.ts'
import { openObject } from './open.ts'

const deliveryShape = { ...baseShape, deliveryId: z.string(), messageId: z.string() }
const actionShape = { ...baseShape, action: z.string(), invocationId: z.string() }

export const deliveryEventSchemas = [
  openObject({ ...deliveryShape, type: z.literal('delivery.accepted') }),
  openObject({ ...deliveryShape, type: z.literal('delivery.delivered') }),
  openObject({
    ...deliveryShape,
    type: z.literal('delivery.deferred'),
    availableAt: z.string(),
    reason: z.string().optional(),
  }),
  openObject({
    ...deliveryShape,
    type: z.literal('delivery.failed'),
    reason: z.string(),
    retryable: z.boolean().optional(),
  }),
] as const

export const actionEventSchemas = [
  openObject({ ...actionShape, type: z.literal('action.invoked') }),
  openObject({
    ...actionShape,
    type: z.literal('action.completed'),
    durationMs: durationSchema.optional(),
  }),
  openObject({ ...actionShape, type: z.literal('action.failed'), error: errorDetailSchema }),
  openObject({ ...actionShape, type: z.literal('action.denied'), reason: z.string() }),
] as const
