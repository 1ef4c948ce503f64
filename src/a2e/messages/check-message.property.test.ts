import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { checkJsonSchema } from '../../core/json-schema/check-json-schema.ts'
import { compileJsonSchema } from '../../core/json-schema/compile-json-schema.ts'
import { type CatalogEntry, catalog, fieldsOf } from '../catalog.ts'

const entries = [...catalog.values()]

/** Values for the fields of a type: mostly of the right type, so that many messages are valid. */
function messageOf(entry: CatalogEntry): fc.Arbitrary<unknown> {
  const value = fc.oneof(
    fc.string(),
    fc.integer(),
    fc.double({ noNaN: true }),
    fc.boolean(),
    fc.constant(null),
    fc.array(fc.oneof(fc.string(), fc.dictionary(fc.string(), fc.string())), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('name', 'success', 'description', 'x'), fc.jsonValue(), { maxKeys: 4 }),
  )
  const fields = fieldsOf(entry).map(([name, { type, default: usual }]) => {
    const right =
      type === 'string'
        ? fc.string()
        : type === 'integer'
          ? fc.integer()
          : type === 'array'
            ? fc.constant([])
            : type === 'object'
              ? fc.constant({})
              : fc.constant(usual ?? null)
    return [name, fc.oneof({ weight: 12, arbitrary: right }, { weight: 1, arbitrary: value })] as const
  })
  return fc.record(Object.fromEntries(fields), { requiredKeys: [] })
}

it('agrees with the full check about every published type', () => {
  let fitting = 0
  const message = fc.constantFrom(...entries).chain((entry) => fc.tuple(fc.constant(entry), messageOf(entry)))
  fc.assert(
    fc.property(message, ([{ schema }, value]) => {
      const expected = checkJsonSchema(schema, value).issues.length === 0
      if (expected) fitting += 1
      const fits = compileJsonSchema(schema)
      // Types that do not compile get the full check.
      expect(fits === undefined ? expected : fits(value)).toBe(expected)
    }),
    { numRuns: 3000 },
  )
  expect(fitting).toBeGreaterThan(200)
  expect(fitting).toBeLessThan(2900)
})

it('compiles all types but the one that has a list with a schema per index', () => {
  const uncompiled = entries.filter(({ schema }) => compileJsonSchema(schema) === undefined)
  expect(uncompiled.map(({ type }) => type)).toEqual(['learn/feedback/req'])
})
