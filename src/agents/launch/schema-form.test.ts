import { toStandardJsonSchema } from '@valibot/to-json-schema'
import { type } from 'arktype'
import * as valibot from 'valibot'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { answerFromForm, schemaInForm } from './schema-form.ts'

const target = 'draft-2020-12'
const person = {
  zod: z.object({ name: z.string(), nick: z.string().optional() })['~standard'].jsonSchema.input({ target }),
  valibot: toStandardJsonSchema(
    valibot.object({ name: valibot.string(), nick: valibot.optional(valibot.string()) }),
  )['~standard'].jsonSchema.input({ target }),
  arktype: type({ name: 'string', 'nick?': 'string' })['~standard'].jsonSchema.input({ target }),
}
const libraries = Object.entries(person)

describe('draft 7', () => {
  it.each(libraries)('drops the $schema that %s writes', (_, schema) => {
    expect(schema['$schema']).toBe('https://json-schema.org/draft/2020-12/schema')
    expect(schemaInForm(schema, 'draft-07')).toEqual({
      type: 'object',
      properties: { name: { type: 'string' }, nick: { type: 'string' } },
      required: ['name'],
    })
  })

  it('writes draft 7 tuples and drops unknown keywords', () => {
    const schema = {
      type: 'object',
      'x-note': 'own',
      properties: {
        pair: { type: 'array', prefixItems: [{ type: 'string', 'x-note': 1 }], items: false },
        one: { $ref: '#/$defs/one' },
        odd: { type: 'string', pattern: String.raw`\_` },
        word: { type: 'string', pattern: '^a$', format: 'email' },
      },
      dependentRequired: { pair: ['one'] },
      unevaluatedProperties: false,
      $defs: { one: { anyOf: [{ const: 1 }, { type: 'null' }] } },
    }
    expect(schemaInForm(schema, 'draft-07')).toEqual({
      type: 'object',
      properties: {
        pair: { type: 'array', items: [{ type: 'string' }], additionalItems: false },
        one: { $ref: '#/$defs/one' },
        odd: { type: 'string' },
        word: { type: 'string', pattern: '^a$', format: 'email' },
      },
      $defs: { one: { anyOf: [{ const: 1 }, { type: 'null' }] } },
    })
  })

  it.each([
    ['a list', { type: 'array', items: {} }],
    ['a union', { anyOf: [{ type: 'object' }] }],
    ['an object with a union', { type: 'object', oneOf: [{ required: ['a'] }] }],
    ['any value', {}],
  ])('does not express %s at the top', (_, schema) => {
    expect(schemaInForm(schema, 'draft-07')).toBeUndefined()
  })
})

describe('strict mode', () => {
  it.each(libraries)(
    'requires every property of an object of %s, and lets an optional one be null',
    (_, schema) => {
      expect(schemaInForm(schema, 'strict')).toEqual({
        type: 'object',
        properties: { name: { type: 'string' }, nick: { type: ['string', 'null'] } },
        required: ['name', 'nick'],
        additionalProperties: false,
      })
    },
  )

  it('converts unions, values, tuples, references and limits', () => {
    const shape = z.object({
      kind: z.literal('a').optional(),
      level: z.enum(['low', 'high']).optional(),
      size: z.number().min(1).max(9),
      mail: z.email(),
      site: z.url(),
      pair: z.tuple([z.string(), z.boolean()]),
      either: z.union([z.string(), z.object({ deep: z.boolean().optional() })]).optional(),
      get more() {
        return shape.optional()
      },
    })
    expect(schemaInForm(shape['~standard'].jsonSchema.input({ target }), 'strict')).toEqual({
      type: 'object',
      properties: {
        kind: { type: ['string', 'null'], enum: ['a', null] },
        level: { type: ['string', 'null'], enum: ['low', 'high', null] },
        size: { type: 'number', minimum: 1, maximum: 9 },
        mail: { type: 'string', format: 'email', pattern: expect.any(String) as string },
        site: { type: 'string' },
        pair: {
          type: 'array',
          items: { anyOf: [{ type: 'string' }, { type: 'boolean' }] },
          minItems: 2,
          maxItems: 2,
        },
        either: {
          anyOf: [
            { type: 'string' },
            {
              type: 'object',
              properties: { deep: { type: ['boolean', 'null'] } },
              required: ['deep'],
              additionalProperties: false,
            },
            { type: 'null' },
          ],
        },
        more: { anyOf: [{ $ref: '#' }, { type: 'null' }] },
      },
      required: ['kind', 'level', 'size', 'mail', 'site', 'pair', 'either', 'more'],
      additionalProperties: false,
    })
  })

  it.each([
    ['a record', z.object({ ages: z.record(z.string(), z.number()) })],
    ['any value', z.object({ value: z.unknown() })],
    ['a union at the top', z.union([z.object({ a: z.string() }), z.object({ b: z.string() })])],
    ['a list at the top', z.array(z.string())],
  ])('does not express %s', (_, schema) => {
    expect(schemaInForm(schema['~standard'].jsonSchema.input({ target }), 'strict')).toBeUndefined()
  })

  it('does not express an intersection', () => {
    const both = { allOf: [{ type: 'object', properties: {} }, { required: ['a'] }] }
    expect(schemaInForm({ type: 'object', properties: { both } }, 'strict')).toBeUndefined()
  })

  it('removes only the nulls of absent properties from an answer', () => {
    const shape = z.object({
      name: z.string(),
      nick: z.string().optional(),
      spouse: z.string().nullable().optional(),
      born: z.null(),
      pets: z.array(z.union([z.object({ tag: z.string().optional() }), z.string()])),
      get friend() {
        return shape.optional()
      },
    })
    const friend = { name: 'b', nick: null, spouse: null, born: null, pets: [], friend: null }
    const value = { ...friend, name: 'a', pets: ['x', { tag: null }, { tag: 't' }], friend }
    const schema = shape['~standard'].jsonSchema.input({ target })
    expect(answerFromForm(value, { schema, form: 'strict' })).toEqual({
      name: 'a',
      spouse: null,
      born: null,
      pets: ['x', {}, { tag: 't' }],
      friend: { name: 'b', spouse: null, born: null, pets: [] },
    })
    expect(answerFromForm(value, { schema, form: 'draft-07' })).toBe(value)
  })
})

it('passes a schema unchanged if no form is known', () => {
  const schema = { $schema: 'https://json-schema.org/draft/2020-12/schema', 'x-own': true }
  expect(schemaInForm(schema, undefined)).toBe(schema)
})
