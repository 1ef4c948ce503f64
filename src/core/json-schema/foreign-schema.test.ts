import { describe, expect, it } from 'vitest'
import { checkForeignSchema } from './foreign-schema.lazy.ts'
import type { JsonSchema } from './json-schema.ts'

const draft04 = 'http://json-schema.org/draft-04/schema#'
const draft07 = 'http://json-schema.org/draft-07/schema#'

describe('checkForeignSchema', () => {
  it.each<[JsonSchema, unknown]>([
    [{ items: { multipleOf: 2 } }, [2, 4]],
    [{ not: { type: 'string' } }, 1],
    [{ patternProperties: { '^x': {} }, additionalProperties: false }, { xy: 1 }],
    [{ properties: { at: { format: 'date' } } }, { at: '2026-11-17' }],
    [{ if: { const: 1 }, else: { minProperties: 1 } }, 1],
    [{ dependentRequired: { a: ['b'] } }, { a: 1, b: 2 }],
    [{ $schema: draft07, items: [{ type: 'number' }], additionalItems: false }, [1]],
    [{ $schema: draft04, minimum: 3, exclusiveMinimum: true }, 4],
    [{ $anchor: 'a', $defs: { even: { multipleOf: 2 } }, $ref: '#/$defs/even' }, 2],
    [Object.freeze({ uniqueItems: true }), [1, 2]],
  ])('accepts by all of %j: %j', async (schema, value) => {
    expect(await checkForeignSchema(schema, value)).toEqual({ issues: [], unchecked: [] })
  })

  it.each<[JsonSchema, unknown, unknown[], string]>([
    [{ items: { multipleOf: 2 } }, [2, 3], [1], 'is invalid: 3 is not a multiple of 2'],
    [{ not: { type: 'number' } }, 1, [], 'is invalid: Instance matched "not" schema'],
    [
      { properties: { 'a/b': { properties: { at: { format: 'date' } } } } },
      { 'a/b': { at: 'today' } },
      ['a/b', 'at'],
      'is invalid: String does not match format "date"',
    ],
    [
      { $schema: draft04, minimum: 3, exclusiveMinimum: true },
      3,
      [],
      'is invalid: 3 is less than or equal to 3',
    ],
    [{ uniqueItems: true }, [1, 1], [], 'is invalid: Duplicate items at indexes 0 and 1'],
    [{ not: {}, type: 'string' }, 1, [], 'must be of type string, and is number'],
  ])('rejects by %j: %j', async (schema, value, path, message) => {
    expect(await checkForeignSchema(schema, value)).toMatchObject({ issues: [{ path, message }] })
  })

  it.each<[JsonSchema, string[]]>([
    [{ $ref: 'https://example.com/other' }, ['$ref https://example.com/other']],
    [{ $ref: '#' }, ['$ref #']],
    [{ type: 'any' }, ['type any']],
    [{ pattern: '(', not: {} }, ['pattern (', 'not']],
  ])('reports the unchecked keywords of %j', async (schema, unchecked) => {
    expect(await checkForeignSchema(schema, 'a')).toEqual({ issues: [], unchecked })
  })

  it('does not change the schema', async () => {
    const schema = { properties: { a: { multipleOf: 2 } } }
    await checkForeignSchema(schema, { a: 2 })
    expect(Reflect.ownKeys(schema.properties.a)).toEqual(['multipleOf'])
  })
})
