import { describe, expect, it } from 'vitest'
import { sampleOf } from './sample.ts'

describe('a sample of a schema', () => {
  it('matches each type', () => {
    expect(
      sampleOf({
        type: 'object',
        properties: {
          title: { type: 'string', maxLength: 3 },
          long: { type: 'string', minLength: 8 },
          count: { type: 'integer', minimum: 5 },
          share: { type: 'number', maximum: 0.5 },
          isNew: { type: 'boolean' },
          nothing: { type: 'null' },
          choice: { enum: ['approve', 'deny'] },
          fixed: { const: 7 },
          either: { anyOf: [{ type: 'string' }, { type: 'null' }] },
          maybe: { type: ['null', 'integer'] },
          list: { type: 'array', items: { type: 'string' }, minItems: 2 },
          any: { type: 'array' },
          shared: { $ref: '#/$defs/shared' },
          both: {
            allOf: [{ properties: { a: { type: 'string' } } }, { properties: { b: { type: 'string' } } }],
          },
        },
        $defs: { shared: { type: 'object', properties: { id: { type: 'string' } } } },
      }),
    ).toEqual({
      title: 'sam',
      long: 'sample..',
      count: 5,
      share: 0.5,
      isNew: true,
      nothing: null,
      choice: 'approve',
      fixed: 7,
      either: 'sample',
      maybe: 1,
      list: ['sample', 'sample'],
      any: [],
      shared: { id: 'sample' },
      both: { a: 'sample', b: 'sample' },
    })
  })

  it('supports upper-case types', () => {
    expect(
      sampleOf({ type: 'OBJECT', properties: { model_choice: { type: 'STRING', enum: ['flash'] } } }),
    ).toEqual({
      model_choice: 'flash',
    })
  })

  it('ends at a recursive schema', () => {
    const node = {
      type: 'object',
      properties: {
        left: { anyOf: [{ $ref: '#' }, { type: 'null' }] },
        right: { anyOf: [{ $ref: '#' }, { type: 'null' }] },
        children: { type: 'array', items: { $ref: '#' } },
      },
      required: ['left', 'right'],
    }
    expect(JSON.stringify(sampleOf(node)).length).toBeLessThan(100_000)
  })
})
