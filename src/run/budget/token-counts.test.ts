import { expect, it } from 'vitest'
import { readCounts } from './token-counts.ts'

it('adds thinking to output if the total shows that output excludes it', () => {
  expect(readCounts({ total: 118, input: 36, output: 26, thinking: 56 }, {})).toEqual({
    total: 118,
    input: 36,
    output: 82,
    thinking: 56,
  })
  expect(readCounts({ input: 36, output: 26, thinking: 56 }, {})).toMatchObject({ output: 82 })
})

it('keeps counts that already include thinking', () => {
  const tokens = { total: 100, input: 40, output: 60, thinking: 20 }
  expect(readCounts(tokens, {})).toEqual(tokens)
})
