import { expect, test } from 'vitest'
import { UsageSum } from './usage-sum.ts'

test('adds up usage without floating-point errors', () => {
  const sum = new UsageSum({ isResumed: false })
  expect(sum.add({ input: 1, output: 2 }, 0.1)).toEqual([
    { type: 'usage.updated', tokens: { input: 1, output: 2 }, cost: { amount: 0.1, currency: 'USD' } },
  ])
  expect(sum.add({ input: 10, thinking: 5 }, 0.2)).toEqual([
    {
      type: 'usage.updated',
      tokens: { input: 11, output: 2, thinking: 5 },
      cost: { amount: 0.3, currency: 'USD' },
    },
  ])
})

test('has no cost if none was reported', () => {
  const sum = new UsageSum({ isResumed: false })
  expect(sum.add({ total: 3 }, undefined)).toEqual([{ type: 'usage.updated', tokens: { total: 3 } }])
  expect(sum.cost).toBeUndefined()
})

test('counts only the run of a resumed session', () => {
  const sum = new UsageSum({ isResumed: true })
  expect(sum.add({ total: 3 }, 0.5)).toEqual([{ type: 'usage.updated' }])
  expect([sum.tokens, sum.cost]).toEqual([{ total: 3 }, { amount: 0.5, currency: 'USD' }])
})
