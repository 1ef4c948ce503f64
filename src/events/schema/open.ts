import { z } from 'zod'
import type { OpenValue } from '../open-value.ts'

/**
 * An object that is checked field by field and keeps the keys it does not know.
 * The declared type omits unknown keys, so that the inferred type equals the declared one.
 */
export function openObject<Shape extends z.ZodRawShape>(shape: Shape): z.ZodObject<Shape> {
  return z.looseObject(shape)
}

/** A string with known values; any other string is valid too. */
export function openValue<const Known extends string>(...known: Known[]): z.ZodType<OpenValue<Known>> {
  return z.union([z.enum(known), z.string()])
}

/** Vendor data, or the fields of an unknown value. */
export const recordSchema = z.record(z.string(), z.unknown())

export const unknownPartSchema = openObject({
  type: z.literal('unknown'),
  originalType: z.string(),
  data: recordSchema,
})
