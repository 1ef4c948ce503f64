import { z } from 'zod'
import { agentEventSchema } from '../../../src/events/schemas.ts'
import { detail, type Shape, type Variant } from './shape.ts'

/** Records every path of a table that is missing in the schema of our events. */
export function missingTargets(shape: Shape, schemas: z.ZodType[] = [agentEventSchema]): string[] {
  return shape.variants.flatMap((variant, index) =>
    missingInVariant(variant, schemas).map((problem) => `${shape.name} variant ${index}: ${problem}`),
  )
}

function missingInVariant(variant: Variant, schemas: z.ZodType[]): string[] {
  const objects = schemas.flatMap(unwrap).filter((schema) => allows(schema, variant.set ?? {}))
  if (objects.length === 0) return [`nothing has ${JSON.stringify(variant.set)}`]
  const places = [variant.rest?.to ?? [], variant.whole ?? [], variant.made ?? []].flat()
  const rows = Object.entries(variant.rows).flatMap(([path, row]) => {
    const { to, as, clears, words = [], wrap, with: also = {} } = detail(row)
    if (to === '') return as ? missingTargets(as, objects) : []
    const found = objects.flatMap((schema) => at(schema, to))
    const accepts = (value: unknown) => found.some((schema) => schema.safeParse(value).success)
    if (found.length === 0) return [`${path} → ${to}`]
    return [
      clears && !accepts(null) ? [`${to} cannot be null`] : [],
      words.map((word) => word.replaceAll('_', '-')).filter((word) => !knows(found, word)),
      wrap !== undefined && found.every((schema) => at(schema, wrap).length === 0) ? [`${to}.${wrap}`] : [],
      objects.some((schema) => allows(schema, also)) ? [] : [JSON.stringify(also)],
      as ? missingTargets(as, found) : [],
    ].flat()
  })
  const absent = places.filter((path) => objects.every((schema) => at(schema, path).length === 0))
  return [...rows, ...absent]
}

/** Whether the value is a known one; an open field would accept any value. */
function knows(schemas: z.ZodType[], word: string): boolean {
  const lists = schemas.flatMap(unwrap).filter((schema) => schema instanceof z.ZodEnum)
  return lists.some((schema) => schema.safeParse(word).success)
}

/** Whether the schema can have all these values at their paths. */
function allows(schema: z.ZodType, values: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(values).every(([path, value]) =>
    at(schema, path).some((found) => found.safeParse(value).success),
  )
}

/** The schemas at a dotted path; empty when there is no such field. */
function at(schema: z.ZodType, path: string): z.ZodType[] {
  let found: z.ZodType[] = [schema]
  for (const key of path.split('.')) found = found.flatMap(unwrap).flatMap((each) => field(each, key))
  return found
}

function field(schema: z.ZodType, key: string): z.ZodType[] {
  if (!(schema instanceof z.ZodObject)) return []
  if (key === '0') return [schema]
  const found: unknown = schema.shape[key]
  return found instanceof z.ZodType ? [found] : []
}

/** The alternatives of a schema, without its wrappers: optional, nullable and list. */
function unwrap(schema: z.ZodType): z.ZodType[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return unwrap(inner(schema.unwrap()))
  if (schema instanceof z.ZodArray) return unwrap(inner(schema.element))
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => unwrap(inner(option)))
  return [schema]
}

function inner(schema: unknown): z.ZodType {
  if (schema instanceof z.ZodType) return schema
  throw new TypeError('Not a schema')
}
