import { expect, test } from 'vitest'
import type { TokenUsage } from '../events/usage.ts'
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
    'the cache beside the input, thinking beside the output',
    { total: 100, input: 10, output: 20, thinking: 5, cacheRead: 60, cacheWrite: 5 },
    [
      [75, 10, 60, 5],
      [25, 20, 5],
    ],
  ],
  [
    'the cache inside the input, thinking inside the output',
    { total: 100, input: 80, output: 20, thinking: 5, cacheRead: 60, cacheWrite: 5 },
    [
      [80, 15, 60, 5],
      [20, 15, 5],
    ],
  ],
  [
    'the cache beside the input, thinking inside the output',
    { total: 100, input: 10, output: 30, thinking: 5, cacheRead: 60 },
    [
      [70, 10, 60, nothing],
      [30, 25, 5],
    ],
  ],
  [
    'more cache than input, and no total',
    { input: 10, output: 20, cacheRead: 60 },
    [
      [70, 10, 60, nothing],
      [20, nothing, nothing],
    ],
  ],
  [
    'a cache that can be inside or beside',
    { input: 70, output: 20, cacheRead: 60 },
    [
      [nothing, nothing, 60, nothing],
      [20, nothing, nothing],
    ],
  ],
  [
    'a total that fits neither',
    { total: 1, input: 70, output: 20, cacheRead: 60, thinking: 0 },
    [
      [nothing, nothing, 60, nothing],
      [20, 20, 0],
    ],
  ],
  [
    'nothing but a total',
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

test('what was not told is not 0', () => {
  expect(tokensOf(undefined)).toStrictEqual({
    inputTokens: { total: nothing, noCache: nothing, cacheRead: nothing, cacheWrite: nothing },
    outputTokens: { total: nothing, text: nothing, reasoning: nothing },
  })
})
