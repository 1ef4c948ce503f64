import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ValidationError } from '../core/validation-error.ts'
import { cost, estimate } from './cost.ts'
import type { ModelPrice } from './model-record.ts'

const sol: ModelPrice = {
  input: 2,
  output: 10,
  cacheRead: 0.1,
  cacheWrite: 2.5,
  tiers: [{ above: 272_000, input: 4, output: 15, cacheRead: 0.2, cacheWrite: 5 }],
}

describe('cost', () => {
  it('prices every part and adds them up', () => {
    const usage = {
      inputTokens: 100_000,
      outputTokens: 20_000,
      thinkingTokens: 10_000,
      cachedInputTokens: 50_000,
      cacheWriteTokens: 40_000,
    }
    const result = cost({ price: { ...sol, thinking: 12 } }, usage)
    expect(result).toEqual({
      status: 'known',
      usd: expect.closeTo(0.625, 10),
      parts: { input: 0.2, output: 0.2, thinking: 0.12, cachedInput: 0.005, cacheWrite: 0.1 },
      derived: [],
      missing: [],
    })
  })

  it('applies a price tier to the whole request', () => {
    expect(cost({ price: sol }, { inputTokens: 272_000, outputTokens: 1_000_000 }).tier).toBeUndefined()
    expect(cost({ price: sol }, { inputTokens: 300_000, outputTokens: 1_000_000 })).toEqual({
      status: 'known',
      usd: expect.closeTo(16.2, 10),
      parts: { input: expect.closeTo(1.2, 10), output: 15 },
      tier: 272_000,
      derived: [],
      missing: [],
    })
  })

  it('includes cached tokens in the prompt length', () => {
    const usage = { inputTokens: 1000, cachedInputTokens: 200_000, cacheWriteTokens: 80_000 }
    expect(cost({ price: sol }, usage)).toEqual({
      status: 'known',
      usd: expect.closeTo(0.444, 10),
      parts: { input: 0.004, cachedInput: expect.closeTo(0.04, 10), cacheWrite: 0.4 },
      tier: 272_000,
      derived: [],
      missing: [],
    })
  })

  it('uses the highest exceeded tier', () => {
    const price = {
      input: 1,
      output: 1,
      tiers: [
        { above: 10, input: 2, output: 2 },
        { above: 20, input: 3, output: 3 },
      ],
    }
    expect(cost({ price }, { inputTokens: 10 }).tier).toBeUndefined()
    expect(cost({ price }, { inputTokens: 11 }).tier).toBe(10)
    expect(cost({ price }, { inputTokens: 21 }).tier).toBe(20)
  })

  it('prices thinking as output and the cache as input if they have no price, and reports it', () => {
    const usage = { thinkingTokens: 1_000_000, cachedInputTokens: 1_000_000, cacheWriteTokens: 1_000_000 }
    expect(cost({ price: { input: 2, output: 10 } }, usage)).toEqual({
      status: 'known',
      usd: 14,
      parts: { thinking: 10, cachedInput: 2, cacheWrite: 2 },
      derived: ['thinking', 'cachedInput', 'cacheWrite'],
      missing: [],
    })
  })

  it('distinguishes free from unknown', () => {
    expect(cost({ price: { input: 0, output: 0 } }, { inputTokens: 5, outputTokens: 5 })).toEqual({
      status: 'free',
      usd: 0,
      parts: { input: 0, output: 0 },
      derived: [],
      missing: [],
    })
    expect(cost({}, { inputTokens: 5, thinkingTokens: 5 })).toEqual({
      status: 'unknown',
      parts: {},
      derived: [],
      missing: ['input', 'thinking'],
    })
  })

  it('is 0 without tokens at a known price', () => {
    expect(cost({ price: sol }, {})).toEqual({ status: 'known', usd: 0, parts: {}, derived: [], missing: [] })
  })

  it.each([-1, Number.NaN, Infinity, -Infinity])('refuses %s tokens', (tokens) => {
    for (const field of [
      'inputTokens',
      'outputTokens',
      'thinkingTokens',
      'cachedInputTokens',
      'cacheWriteTokens',
    ]) {
      expect(() => cost({ price: sol }, { [field]: tokens })).toThrow(ValidationError)
      expect(() => cost({}, { [field]: tokens })).toThrow(ValidationError)
    }
  })

  it('names the invalid count', () => {
    const attempt = (): unknown => cost({ price: sol }, { outputTokens: -3 })
    expect(attempt).toThrow('outputTokens must be a number of tokens of at least 0, not -3')
  })

  it('is never negative, never less for more tokens, and the sum of its parts', () => {
    const tokens = fc.nat({ max: 2_000_000 })
    fc.assert(
      fc.property(tokens, tokens, tokens, tokens, (input, output, cached, more) => {
        const less = cost(
          { price: sol },
          { inputTokens: input, outputTokens: output, cachedInputTokens: cached },
        )
        const all = cost(
          { price: sol },
          { inputTokens: input + more, outputTokens: output, cachedInputTokens: cached },
        )
        expect(less.usd).toBeGreaterThanOrEqual(0)
        expect(all.usd).toBeGreaterThanOrEqual(less.usd ?? 0)
        expect(Object.values(all.parts).reduce((sum, part) => sum + part, 0)).toBe(all.usd)
      }),
    )
  })
})

describe('estimate', () => {
  it('is the published sum at base prices', () => {
    expect(estimate(sol, 1_000_000, 1_000_000)).toBe(12)
    expect(estimate(sol, 1000, 500)).toBeCloseTo(0.007, 12)
    expect(estimate(undefined, 1000, 500)).toBe(0)
  })

  it.each([-1, Number.NaN, Infinity])('refuses %s tokens even without a price', (tokens) => {
    expect(() => estimate(undefined, tokens, 0)).toThrow(ValidationError)
    expect(() => estimate(sol, 0, tokens)).toThrow(ValidationError)
  })
})
