import { z } from 'zod'
import type { OpenWord } from '../open-word.ts'

/**
 * An object that is checked field by field and keeps the keys it does not know.
 * The declared type leaves the open keys out, so that inference gives exactly the twin of the type.
 */
export function openObject<Shape extends z.ZodRawShape>(shape: Shape): z.ZodObject<Shape> {
  return z.looseObject(shape)
}

/** A word with known values; any other word passes too. */
export function openWord<const Known extends string>(...known: Known[]): z.ZodType<OpenWord<Known>> {
  return z.union([z.enum(known), z.string()])
}

/** Vendor data, or the fields of something that is not known. */
export const recordSchema = z.record(z.string(), z.unknown())

export const unknownPartSchema = openObject({
  type: z.literal('unknown'),
  originalType: z.string(),
  data: recordSchema,
})
