import { expect, test } from 'vitest'
import type { TokenUsage } from '../../events/usage.ts'
import { tokensOf } from './token-usage.ts'

type Expected = [
  input: [
    total: number | undefined,
    noCache: number | undefined,
    cacheRead: number | undefined,
    cacheWrite: number | undefined,
  ],
  output: [total: number | undefined, text: number | undefined, reasoning: number | undefined],
]

const nothing = undefined

test.each<[string, TokenUsage, Expected]>([
  [
    'adds the cache to the input and separates thinking from the output',
    { total: 105, input: 10, output: 30, thinking: 5, cacheRead: 60, cacheWrite: 5 },
    [
      [75, 10, 60, 5],
      [30, 25, 5],
    ],
  ],
  [
    'converts input and output alone',
    { input: 70, output: 20 },
    [
      [70, nothing, nothing, nothing],
      [20, nothing, nothing],
    ],
  ],
  [
    'does not split a total',
    { total: 9 },
    [
      [nothing, nothing, nothing, nothing],
      [nothing, nothing, nothing],
    ],
  ],
])('%s', (_, tokens, [[total, noCache, cacheRead, cacheWrite], [written, text, reasoning]]) => {
  expect(tokensOf(tokens)).toStrictEqual({
    inputTokens: { total, noCache, cacheRead, cacheWrite },
    outputTokens: { total: written, text, reasoning },
    raw: tokens,
  })
})

test('leaves unreported counts undefined', () => {
  expect(tokensOf(undefined)).toStrictEqual({
    inputTokens: { total: nothing, noCache: nothing, cacheRead: nothing, cacheWrite: nothing },
    outputTokens: { total: nothing, text: nothing, reasoning: nothing },
  })
})
