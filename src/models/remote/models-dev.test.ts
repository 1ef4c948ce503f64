import { describe, expect, it } from 'vitest'
import { type ModelsDevModel, providerRecords } from './models-dev.ts'

const source = { name: 'models.dev', date: '2026-09-30' }
const model: ModelsDevModel = {
  id: 'm',
  name: 'M',
  limit: { context: 1000, output: 100 },
  modalities: { input: ['text'], output: ['text'] },
  tool_call: true,
}
const base = { id: 'm', name: 'M', context: 1000, output: 100, source: 'models.dev', date: '2026-09-30' }

function recordsOf(...models: ModelsDevModel[]): unknown {
  return providerRecords('p', { npm: '@ai-sdk/openai', models }, source).models
}

describe('providerRecords', () => {
  it('reads a model with few fields', () => {
    expect(providerRecords('p', { npm: '@ai-sdk/openai', models: [model] }, source)).toEqual({
      provider: 'p',
      api: '@ai-sdk/openai',
      models: [base],
    })
  })

  it('reads a model with all fields', () => {
    const full: ModelsDevModel = {
      ...model,
      modalities: { input: ['text', 'image', 'pdf'], output: ['text'] },
      reasoning: true,
      reasoning_options: [
        { type: 'toggle' },
        { type: 'effort', values: ['max', 'low', null, 'default', 'none', 'high'] },
        { type: 'budget_tokens', min: 1024 },
      ],
      structured_output: true,
      release_date: '2026-09-01',
      status: 'deprecated',
      provider: { npm: '@ai-sdk/anthropic' },
      cost: { input: 1, output: 2, cache_read: 0.1, cache_write: 1.25, reasoning: 3 },
    }
    expect(recordsOf(full)).toEqual([
      {
        ...base,
        thinks: true,
        efforts: ['none', 'low', 'high', 'max'],
        budget: { min: 1024 },
        structured: true,
        images: true,
        files: true,
        released: '2026-09-01',
        deprecated: true,
        api: '@ai-sdk/anthropic',
        price: { input: 1, output: 2, cacheRead: 0.1, cacheWrite: 1.25, thinking: 3 },
      },
    ])
  })

  it('sorts tiers and normalizes their bounds', () => {
    const cost = {
      input: 1,
      output: 2,
      tiers: [
        { input: 3, output: 6, tier: { type: 'context', size: 256_001 } },
        { input: 2, output: 4, tier: { type: 'context', size: 128_000 } },
        { input: 9, output: 9, tier: { type: 'time', size: 12 } },
      ],
      context_over_200k: { input: 8, output: 8 },
    }
    expect(recordsOf({ ...model, cost })).toEqual([
      {
        ...base,
        price: {
          input: 1,
          output: 2,
          tiers: [
            { above: 128_000, input: 2, output: 4 },
            { above: 256_000, input: 3, output: 6 },
          ],
        },
      },
    ])
  })

  it('uses the price above 200k tokens if there are no tiers', () => {
    const cost = { input: 1, output: 2, context_over_200k: { input: 2, output: 3, cache_read: 0.2 } }
    expect(recordsOf({ ...model, cost })).toEqual([
      {
        ...base,
        price: {
          input: 1,
          output: 2,
          tiers: [{ above: 200_000, input: 2, output: 3, cacheRead: 0.2 }],
        },
      },
    ])
  })

  it('gives a mode an id and its own price, or the price of the model', () => {
    const modes = { fast: { cost: { input: 8, output: 40 } }, pro: {} }
    const price = { input: 4, output: 20 }
    expect(recordsOf({ ...model, cost: price, experimental: { modes } })).toEqual([
      { ...base, price },
      { ...base, id: 'm-fast', name: 'M (fast)', mode: 'fast', price: { input: 8, output: 40 } },
      { ...base, id: 'm-pro', name: 'M (pro)', mode: 'pro', price },
    ])
  })

  it.each([
    ['writes images', { modalities: { input: ['text'], output: ['image'] } }],
    ['writes images too', { modalities: { input: ['text'], output: ['text', 'image'] } }],
    ['writes nothing', { modalities: { input: ['text'], output: [] } }],
    ['calls no tools', { tool_call: false }],
    ['does not say that it calls tools', { tool_call: undefined }],
    ['has no window', { limit: { context: 0, output: 100 } }],
    ['has no output', { limit: { context: 1000, output: 0 } }],
    ['has no name', { id: ' ' }],
  ])('skips a model that %s', (_, change) => {
    expect(recordsOf({ ...model, ...change })).toEqual([])
  })

  it('sorts by trimmed ids and keeps the last of two with the same', () => {
    expect(
      recordsOf(
        { ...model, id: 'b' },
        { ...model, id: ' a ', name: ' A ' },
        { ...model, id: 'b', name: 'B' },
      ),
    ).toEqual([
      { ...base, id: 'a', name: 'A' },
      { ...base, id: 'b', name: 'B' },
    ])
  })
})
