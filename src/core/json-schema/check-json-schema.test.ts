import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { checkJsonSchema } from './check-json-schema.ts'
import type { JsonSchema } from './json-schema.ts'

const tree = {
  $ref: '#/$defs/node',
  $defs: {
    node: {
      type: 'object',
      properties: { name: { type: 'string' }, kids: { type: 'array', items: { $ref: '#/$defs/node' } } },
      required: ['name'],
      additionalProperties: false,
    },
  },
}

describe('checkJsonSchema accepts', () => {
  it.each<[JsonSchema, unknown]>([
    [{}, null],
    [{ type: 'string' }, ''],
    [{ type: ['string', 'null'] }, null],
    [{ type: 'integer' }, 2],
    [{ type: 'number' }, 2.5],
    [{ enum: [1, { a: [1] }] }, { a: [1] }],
    [{ const: { a: 1, b: 2 } }, { b: 2, a: 1 }],
    [{ minimum: 2, maximum: 2 }, 2],
    [{ minimum: 2 }, 'not a number'],
    [{ minLength: 1, maxLength: 1 }, '😀'],
    [{ pattern: 'b+' }, 'abbc'],
    [{ minItems: 1, maxItems: 2 }, [1]],
    [
      { additionalProperties: { type: 'number' }, properties: { a: {} } },
      { a: '', b: 1 },
    ],
    [{ properties: { a: true } }, { a: 1 }],
    [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, null],
    [{ oneOf: [{ type: 'string' }, { type: 'null' }] }, ''],
    [{ allOf: [{ minimum: 1 }, { maximum: 3 }] }, 2],
    [tree, { name: 'a', kids: [{ name: 'b', kids: [] }] }],
    [{ $defs: { 'a/b~c d': { type: 'null' } }, $ref: '#/$defs/a~1b~0c%20d' }, null],
    [{ $schema: 'x', title: 'x', description: 'x', default: 1, 'x-order': 1 }, 1],
  ])('%j: %j', (schema, value) => {
    expect(checkJsonSchema(schema, value)).toEqual({ issues: [], unchecked: [] })
  })
})

describe('checkJsonSchema reports the issues', () => {
  it.each<[JsonSchema, unknown, (string | number)[], string]>([
    [{ type: 'string' }, 1, [], 'must be of type string, and is number'],
    [{ type: ['string', 'null'] }, [], [], 'must be of type string or null, and is array'],
    [{ type: 'integer' }, 1.5, [], 'must be of type integer, and is number'],
    [{ type: 'object' }, null, [], 'must be of type object, and is null'],
    [{ enum: ['a', 1] }, 'b', [], 'must be one of "a", 1'],
    [{ const: { a: 1 } }, { a: 1, b: 1 }, [], 'must be {"a":1}'],
    [{ minimum: 2 }, 1, [], 'must be at least 2'],
    [{ maximum: 2 }, 3, [], 'must be at most 2'],
    [{ exclusiveMinimum: 2 }, 2, [], 'must be more than 2'],
    [{ exclusiveMaximum: 2 }, 2, [], 'must be less than 2'],
    [{ minLength: 2 }, '😀', [], 'must have at least 2 characters, and has 1'],
    [{ maxLength: 1 }, 'ab', [], 'must have at most 1 characters, and has 2'],
    [{ minItems: 1 }, [], [], 'must have at least 1 items, and has 0'],
    [{ maxItems: 1 }, [1, 2], [], 'must have at most 1 items, and has 2'],
    [{ pattern: '^b' }, 'ab', [], 'must match ^b'],
    [{ properties: { a: { type: 'string' } } }, { a: 1 }, ['a'], 'must be of type string, and is number'],
    [{ required: ['a'] }, {}, ['a'], 'is missing'],
    [{ required: ['toString'] }, {}, ['toString'], 'is missing'],
    [{ additionalProperties: false, properties: { a: {} } }, { a: 1, b: 1 }, ['b'], 'is not allowed'],
    [
      { additionalProperties: false, patternProperties: { '^x': {} } },
      { xa: 1, b: 1 },
      ['b'],
      'is not allowed',
    ],
    [{ additionalProperties: false }, JSON.parse('{"__proto__": 1}'), ['__proto__'], 'is not allowed'],
    [{ items: { type: 'null' } }, [null, 1], [1], 'must be of type null, and is number'],
    [
      { anyOf: [{ type: 'null' }, { properties: { a: { type: 'null' } } }] },
      { a: 1 },
      [],
      'matches no alternative: it must be of type null, and is object; or it has a that must be of type null, and is number',
    ],
    [{ oneOf: [{}, {}] }, 1, [], 'must match exactly one alternative, but matches 2'],
    [{ allOf: [{}, { type: 'null' }] }, 1, [], 'must be of type null, and is number'],
    [tree, { name: 'a', kids: [{ name: 1 }] }, ['kids', 0, 'name'], 'must be of type string, and is number'],
  ])('%j: %j', (schema, value, path, message) => {
    expect(checkJsonSchema(schema, value)).toEqual({ issues: [{ path, message }], unchecked: [] })
  })
})

describe('checkJsonSchema reports each unchecked keyword once', () => {
  it.each<[JsonSchema, unknown, string[]]>([
    [{ items: { format: 'date', multipleOf: 2 } }, [1, 2], ['format', 'multipleOf']],
    [{ not: {} }, 1, ['not']],
    [{ type: 'file' }, 1, ['type file']],
    [{ pattern: '(' }, 'a', ['pattern (']],
    [{ $ref: 'https://example.com/other' }, 1, ['$ref https://example.com/other']],
    [{ $ref: '#/$defs/none' }, 1, ['$ref #/$defs/none']],
    [{ $ref: '#' }, 1, ['$ref #']],
    [{ prefixItems: [{}], items: false }, [1], ['prefixItems', 'items']],
    [{ properties: { a: 'text' } }, { a: 1 }, ['a schema that is not an object']],
  ])('%j', (schema, value, unchecked) => {
    expect(checkJsonSchema(schema, value)).toEqual({ issues: [], unchecked })
  })

  it('and terminates on alternatives that contain each other', () => {
    const { unchecked } = checkJsonSchema({ oneOf: [{ $ref: '#' }, { $ref: '#' }] }, 1)
    expect(unchecked).toContain('parts that take too many steps')
  })
})

it('reports no more than a hundred issues', () => {
  const { issues } = checkJsonSchema(
    { items: { type: 'null' } },
    Array.from({ length: 1000 }, () => 1),
  )
  expect(issues).toHaveLength(100)
})

it('does not overflow the stack', () => {
  const schema = { items: { $ref: '#' } }
  const { issues } = checkJsonSchema(schema, JSON.parse('['.repeat(5000) + ']'.repeat(5000)))
  expect(issues.map(({ message }) => message)).toEqual(['is nested too deeply to be checked'])
})

it('agrees with zod about valid values', () => {
  const leaf = z.union([z.string().min(1).max(3), z.int().min(-5).max(5), z.null(), z.literal(['on', 'off'])])
  const schemas = [
    z.object({ a: leaf, b: leaf.optional() }),
    z.strictObject({ a: z.array(leaf).min(1).max(2) }),
    z.record(z.string(), z.boolean()),
    z.object({
      a: z.string().regex(/^[a-c]+$/),
      get b() {
        return z.array(z.object({ a: leaf })).optional()
      },
    }),
  ]
  const scalar = fc.oneof(
    fc.constantFrom('', 'on', 'off', 'abc', 'abcd', null, true, false),
    fc.integer({ min: -7, max: 7 }),
    fc.constant(0.5),
  )
  const part = fc.oneof(
    scalar,
    fc.array(fc.oneof(scalar, fc.record({ a: scalar })), { maxLength: 3 }),
    fc.record({ a: scalar }),
  )
  const value = fc.oneof(
    part,
    fc.record({ a: part, b: part, c: part }, { requiredKeys: [] }),
    fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.oneof(fc.boolean(), scalar)),
  )
  let fitting = 0
  fc.assert(
    fc.property(fc.constantFrom(...schemas), value, (schema, candidate) => {
      const { issues } = checkJsonSchema(z.toJSONSchema(schema, { io: 'input' }), candidate)
      const expected = schema.safeParse(candidate).success
      if (expected) fitting += 1
      expect(issues.length === 0).toBe(expected)
    }),
    { numRuns: 2000 },
  )
  expect(fitting).toBeGreaterThan(20)
})
