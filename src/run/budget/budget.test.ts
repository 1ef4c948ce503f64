import { expect, it } from 'vitest'
import { Budget } from './budget.ts'

const price = (): { input: number; output: number } => ({ input: 1, output: 1 })
const usage = (amount: number) =>
  ({ type: 'usage.updated', cost: { amount, currency: 'USD' } }) as Parameters<Budget['observe']>[0]

it('takes the cost of the proxy before that of the agent', () => {
  const budget = new Budget({ maxCostUsd: 5 })
  budget.start({ price })
  budget.beginTurn()
  budget.observe(usage(1))
  const cost = { amount: 2, currency: 'USD', source: 'computed' } as const
  expect(budget.observeMeter({ steps: 1, cost })).toBeUndefined()
  expect(budget.cost).toEqual(cost)
})

it('holds the limit by the cost that the agent reports if the proxy knows no price', () => {
  const budget = new Budget({ maxCostUsd: 5 })
  budget.start({ price: () => undefined, costBefore: { amount: 0, currency: 'USD' } })
  budget.beginTurn()
  budget.observeMeter({ steps: 1, tokens: { input: 10, output: 5, total: 15 } })
  expect(budget.cost).toBeUndefined()
  expect(budget.observe(usage(6))).toMatchObject({ code: 'BUDGET_EXCEEDED', used: 6 })
  expect(budget.unenforced).toEqual([])
})

it('marks the cost that the agent reports as incomplete if the proxy saw a call cut off', () => {
  const budget = new Budget({})
  budget.start({ price: () => undefined, costBefore: { amount: 0, currency: 'USD' } })
  budget.beginTurn()
  budget.observe(usage(6))
  budget.observeMeter({ steps: 1, tokens: { total: 10, input: 10, incomplete: true } })
  expect(budget.cost).toEqual({ amount: 6, currency: 'USD', incomplete: true })
})

it('keeps the mark of an incomplete cost when another agent takes over', () => {
  const budget = new Budget({})
  const computed = { currency: 'USD', source: 'computed' } as const
  budget.start({ price })
  budget.beginTurn()
  budget.observeMeter({ steps: 1, cost: { amount: 1, ...computed, incomplete: true } })
  budget.nextAgent()
  budget.beginTurn()
  budget.observeMeter({ steps: 1, cost: { amount: 2, ...computed } })
  expect(budget.cost).toEqual({ amount: 3, ...computed, incomplete: true })
})

it('marks the cost as incomplete if the cost of one of two agents is unknown', () => {
  const computed = { amount: 1, currency: 'USD', source: 'computed' } as const
  const tokens = { total: 10, input: 10 }
  const costOf = (first: boolean, second: boolean): unknown => {
    const budget = new Budget({})
    budget.beginTurn()
    budget.observeMeter({ steps: 1, tokens, ...(first ? { cost: computed } : {}) })
    budget.nextAgent()
    budget.beginTurn()
    budget.observeMeter({ steps: 1, tokens, ...(second ? { cost: computed } : {}) })
    return budget.cost
  }
  const incomplete = { ...computed, incomplete: true }
  expect([costOf(true, false), costOf(false, true)]).toEqual([incomplete, incomplete])
})

it("does not compute a cost from the agent's tokens if the proxy knows no price", () => {
  const budget = new Budget({})
  budget.start({ price })
  budget.beginTurn()
  budget.observeMeter({ steps: 2, tokens: { input: 10, output: 5, total: 15 } })
  budget.endTurn({ tokens: { input: 5, output: 5, total: 10 }, cost: undefined, stopReason: 'end-turn' })
  expect([budget.cost, budget.tokens]).toEqual([undefined, { input: 10, output: 5, total: 15 }])
})
