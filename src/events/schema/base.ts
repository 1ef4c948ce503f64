import { z } from 'zod'
import { openObject, recordSchema } from './open.ts'

/** The fields of every event, to be spread before its own. */
export const baseShape = {
  sessionId: z.string().optional(),
  runId: z.string().optional(),
  turnId: z.string().optional(),
  subagentId: z.string().optional(),
  at: z.number().optional(),
  sequence: z.int().optional(),
  meta: recordSchema.nullable().optional(),
  envelopeMeta: recordSchema.optional(),
  native: z.unknown().optional(),
}

/** Vendor data of a nested value, to be spread beside its own fields. */
export const metaShape = { meta: recordSchema.optional() }

export const countSchema = z.int().nonnegative()

export const durationSchema = z.number().nonnegative()

export const errorDetailSchema = openObject({
  message: z.string(),
  code: z.union([z.string(), z.number()]).optional(),
  retryable: z.boolean().optional(),
  data: z.unknown().optional(),
})

const controlSchema = openObject(metaShape)

export const controlsSchema = openObject({ ...metaShape, cancel: controlSchema.optional() })
