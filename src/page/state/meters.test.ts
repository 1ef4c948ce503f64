import { describe, expect, it } from 'vitest'
import { contextOf, costOf, dollars, shortCount, tokenSum } from './meters.ts'

describe('meters', () => {
  it('show the reported values', () => {
    const state = {
      session: { usage: { context: { used: 10, size: 200 }, cost: { amount: 0.5, currency: 'USD' } } },
    }
    expect(contextOf(state)).toEqual({ used: 10, size: 200 })
    expect(costOf(state)).toBe('$0.50')
    expect(costOf({ session: { usage: { cost: { amount: 3, currency: 'credits' } } } })).toBe('3 credits')
  })

  it('show nothing if the agent reports nothing', () => {
    for (const state of [
      undefined,
      {},
      { session: { usage: { context: { used: 1, size: 0 }, cost: null } } },
    ]) {
      expect([contextOf(state), costOf(state)]).toEqual([undefined, undefined])
    }
  })

  it('sum the reported counts of all runs', () => {
    expect(tokenSum([{ inputTokens: 1 }, { inputTokens: 2, outputTokens: 5 }, {}])).toEqual({
      input: 3,
      output: 5,
    })
    expect(tokenSum([{ totalTokens: 9 }])).toEqual({})
  })
})

it.each([
  [0, '$0'],
  [0.000123, '$0.00012'],
  [0.25, '$0.25'],
  [12, '$12.00'],
])('formats %d dollars', (amount, text) => {
  expect(dollars(amount)).toBe(text)
})

it.each([
  [999, '999'],
  [1000, '1k'],
  [1500, '1.5k'],
  [200_000, '200k'],
  [999_600, '1M'],
  [1_048_576, '1M'],
])('formats %d tokens', (count, text) => {
  expect(shortCount(count)).toBe(text)
})
