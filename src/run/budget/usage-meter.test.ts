import { expect, it } from 'vitest'
import type { ModelCall } from '../../proxy/model-call.ts'
import { Budget } from './budget.ts'
import { UsageMeter } from './usage-meter.ts'

const prices: Readonly<Record<string, { input: number; output: number }>> = {
  large: { input: 2, output: 10 },
  small: { input: 1, output: 5 },
}

const anyCall = {
  state: 'ended',
  api: 'anthropic',
  host: 'api.anthropic.com',
  offersTools: true,
  model: 'large',
} as const

function meterOf(...calls: readonly Partial<ModelCall>[]): UsageMeter {
  const meter = new UsageMeter((model) => prices[model])
  for (const [index, change] of calls.entries()) {
    meter.observe({ id: `call_${index}`, ...anyCall, ...change })
  }
  return meter
}

const tokens = { total: 1100, input: 1000, output: 100 }

it('adds up calls, each at the price of its model', () => {
  const meter = meterOf({ tokens }, { tokens, model: 'small', offersTools: false })
  expect(meter.used).toEqual({
    tokens: { total: 2200, input: 2000, output: 200 },
    cost: { amount: 0.0045, currency: 'USD', source: 'computed' },
    steps: 1,
  })
})

it('marks the count as incomplete while the provider has not reported anything of a call', () => {
  const meter = meterOf({ tokens }, { state: 'running', model: 'unknown' })
  expect(meter.used).toEqual({
    tokens: { ...tokens, incomplete: true },
    cost: { amount: 0.003, currency: 'USD', source: 'computed', incomplete: true },
    steps: 2,
  })
})

it('has no cost of a call that was cut before the provider reported anything', () => {
  const meter = meterOf({ tokens: { incomplete: true } })
  expect(meter.used).toEqual({ tokens: { incomplete: true }, steps: 1 })
})

it('counts a call that an earlier run left running only once', () => {
  const call = { id: 'late', model: 'large', tokens: { total: 1000, input: 1000, incomplete: true } } as const
  const meter = meterOf({ ...call, state: 'running' })
  expect(meter.used).toMatchObject({ tokens: { total: 1000, incomplete: true }, steps: 1 })
  meter.begin()
  meter.observe({
    ...call,
    state: 'ended',
    api: 'anthropic',
    host: 'api.anthropic.com',
    offersTools: true,
    tokens,
  })
  expect(meter.used).toEqual({
    tokens: { total: 100, input: 0, output: 100 },
    cost: { amount: 0.001, currency: 'USD', source: 'computed' },
    steps: 0,
  })
})

it('has no cost if the price of no model is known', () => {
  expect(meterOf({ tokens, model: 'unknown' }).used?.cost).toBeUndefined()
})

it('adds up the cost of the calls whose price is known', () => {
  expect(meterOf({ tokens }, { tokens, model: 'unknown' }).used?.cost).toEqual({
    amount: 0.003,
    currency: 'USD',
    source: 'computed',
    incomplete: true,
  })
})

it('counts a call that the provider rejected as nothing', () => {
  expect(meterOf({ outcome: 'failed' }, { tokens }).used).toMatchObject({
    tokens,
    cost: { amount: 0.003, currency: 'USD', source: 'computed' },
  })
})

it('holds a cost limit although one call has no known price', () => {
  const meter = meterOf()
  const budget = new Budget({ maxCostUsd: 0.005 })
  budget.start({ price: () => undefined, costBefore: { amount: 0, currency: 'USD' } })
  budget.beginTurn()
  const breaches = ['unknown', 'large', 'large'].map((model, index) => {
    meter.observe({ ...anyCall, tokens, id: `call_${index}`, model })
    return meter.used && budget.observeMeter(meter.used)?.used
  })
  expect(breaches).toEqual([undefined, undefined, 0.006])
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
