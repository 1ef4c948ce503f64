import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ValidationError } from '../../core/validation-error.ts'
import { readModelsDev } from './read-models-dev.ts'

const source = { name: 'models.dev', date: '2026-09-30' }
const model = {
  id: 'm',
  name: 'M',
  limit: { context: 1000, output: 100 },
  modalities: { input: ['text'], output: ['text'] },
  tool_call: true,
}
const record = { id: 'm', name: 'M', context: 1000, output: 100, source: 'models.dev', date: '2026-09-30' }

/** The kind of error, where there is one. */
function failureOf(document: unknown): unknown {
  try {
    readModelsDev(document, ['p'], source)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.constructor : error
  }
}

describe('readModelsDev', () => {
  it('reads the requested providers that exist', () => {
    const document = {
      p: { npm: 'x', models: { m: model } },
      q: 'not even read',
      r: { models: { m: model } },
    }
    expect(readModelsDev(document, ['p', 'r', 'absent', '__proto__'], source)).toEqual(
      new Map([
        ['p', { provider: 'p', api: 'x', models: [record] }],
        ['r', { provider: 'r', api: '', models: [record] }],
      ]),
    )
  })

  it('ignores new fields and optional fields of another shape', () => {
    const odd = {
      ...model,
      brand_new: { field: 1 },
      cost: 'free',
      reasoning_options: 'many',
      status: 7,
      experimental: { modes: 'none' },
      provider: null,
      structured_output: 'yes',
    }
    const read = readModelsDev({ p: { models: { m: odd }, brand_new: [] } }, ['p'], source)
    expect(read.get('p')?.models).toEqual([record])
  })

  it('skips a model that cannot be read', () => {
    const models = {
      m: model,
      bad: { id: 'bad' },
      worse: null,
      worst: { ...model, limit: { context: '1M' } },
    }
    expect(readModelsDev({ p: { models } }, ['p'], source).get('p')?.models).toEqual([record])
  })

  it('skips a provider without usable models', () => {
    const silent = { ...model, tool_call: false }
    expect(readModelsDev({ p: { models: {} }, q: { models: { m: silent } } }, ['p', 'q'], source)).toEqual(
      new Map(),
    )
  })

  it.each([
    ['a list', []],
    ['nothing', null],
    ['a word', 'models'],
    ['a provider without models', { p: {} }],
    ['a provider that is a word', { p: 'p' }],
    ['a provider with a list of models', { p: { models: [model] } }],
    ['a provider of which nothing can be read', { p: { models: { m: { id: 'm' } } } }],
  ])('refuses %s', (_, document) => {
    expect(() => readModelsDev(document, ['p'], source)).toThrow(ValidationError)
  })

  it('reads or rejects any JSON without other errors', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(failureOf({ p: { models: { m: value, n: model } } })).toBeUndefined()
        expect([undefined, ValidationError]).toContain(failureOf({ p: value }))
        expect([undefined, ValidationError]).toContain(failureOf(value))
      }),
    )
  })
})
