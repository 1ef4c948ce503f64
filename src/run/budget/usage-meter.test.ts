import { expect, it } from 'vitest'
import type { ModelCall } from '../../proxy/model-call.ts'
import { Budget } from './budget.ts'
import { UsageMeter } from './usage-meter.ts'

const prices: Readonly<Record<string, { input: number; output: number }>> = {
  known: { input: 1, output: 10 },
}
const million = { input: 1_000_000, output: 0, total: 1_000_000 }

function call(id: string, model: string): ModelCall {
  const tokens = million
  return {
    id,
    model,
    tokens,
    state: 'ended',
    outcome: 'completed',
    api: 'anthropic',
    host: 'h',
    offersTools: true,
  }
}

it('adds up the cost of the calls whose price is known', () => {
  const meter = new UsageMeter((model) => prices[model])
  meter.observe(call('1', 'unknown'))
  expect(meter.used).toEqual({ steps: 1, tokens: million })
  meter.observe(call('2', 'known'))
  expect(meter.used?.cost).toEqual({ amount: 1, currency: 'USD', source: 'computed', incomplete: true })
})

it('holds a cost limit although one call has no known price', () => {
  const meter = new UsageMeter((model) => prices[model])
  const budget = new Budget({ maxCostUsd: 1.5 })
  budget.start({ price: () => undefined, costBefore: { amount: 0, currency: 'USD' } })
  budget.beginTurn()
  const breaches = ['unknown', 'known', 'known'].map((model, index) => {
    meter.observe(call(String(index), model))
    return meter.used && budget.observeMeter(meter.used)?.used
  })
  expect(breaches).toEqual([undefined, undefined, 2])
})

it('takes the larger cost that the agent reports if the price of a call is unknown', () => {
  const budget = new Budget({})
  budget.start({ price: () => undefined, costBefore: { amount: 0, currency: 'USD' } })
  budget.beginTurn()
  const cost = { amount: 1, currency: 'USD', source: 'computed', incomplete: true } as const
  budget.observeMeter({ steps: 1, cost })
  expect(budget.cost).toEqual(cost)
  budget.observe({ type: 'usage.updated', cost: { amount: 3, currency: 'USD' } })
  expect(budget.cost).toEqual({ amount: 3, currency: 'USD', incomplete: true })
})
