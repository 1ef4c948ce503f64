import { expect } from 'vitest'
import type { MoneyRunOutcome } from './money-job.ts'

/** Dollars for a million tokens: input, output, read from the cache, written to it. */
const prices: Readonly<Record<string, readonly [number, number, number, number]>> = {
  'claude-opus-4-6': [5, 25, 0.5, 6.25],
  'claude-sonnet-5-5': [2, 10, 0.1, 2.5],
  'claude-haiku-4-5-20251001': [1, 5, 0.1, 1.25],
  'gpt-6.1-sol': [2, 10, 0.1, 2.5],
  'gpt-5.4': [2.5, 15, 0.25, 2.5],
  'gemini-2.5-pro': [1.25, 10, 0.125, 1.25],
}

/** Tokens and cost that a run counted, without counts of nothing: APIs differ in whether they report them. */
export function countedIn({ finish }: MoneyRunOutcome): unknown {
  if (finish?.type !== 'finish') return undefined
  const { tokens = {}, cost } = finish
  return { tokens: Object.fromEntries(Object.entries(tokens).filter(([, count]) => count !== 0)), cost }
}

/** The same of what the provider reported, at the prices of the models. */
export function reportedIn({ calls }: MoneyRunOutcome, { incomplete }: { incomplete?: true }): unknown {
  const sum = { total: 0, input: 0, output: 0, thinking: 0, cacheRead: 0, cacheWrite: 0 }
  let amount = 0
  for (const { model, usage } of calls) {
    if (usage === undefined) continue
    const price = prices[model]
    if (price === undefined) throw new Error(`The suite has no price of ${model}`)
    const { input, output, thinking = 0, cacheRead = 0, cacheWrite = 0 } = usage
    for (const [index, count] of [input, output, cacheRead, cacheWrite].entries()) {
      sum.total += count
      amount += (count * (price[index] ?? 0)) / 1_000_000
    }
    sum.input += input
    sum.output += output
    sum.thinking += thinking
    sum.cacheRead += cacheRead
    sum.cacheWrite += cacheWrite
  }
  const mark = incomplete === undefined ? {} : { incomplete }
  return {
    tokens: { ...Object.fromEntries(Object.entries(sum).filter(([, count]) => count !== 0)), ...mark },
    // Unknown is never 0.
    ...(amount === 0
      ? {}
      : { cost: { amount: expect.closeTo(amount, 9), currency: 'USD', source: 'computed', ...mark } }),
  }
}
