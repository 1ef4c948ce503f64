import { expect, it } from 'vitest'
import { readCounts } from './token-counts.ts'

it('counts thinking as output where the total shows that it stands beside', () => {
  expect(readCounts({ total: 118, input: 36, output: 26, thinking: 56 }, {})).toEqual({
    total: 118,
    input: 36,
    output: 82,
    thinking: 56,
  })
  expect(readCounts({ input: 36, output: 26, thinking: 56 }, {})).toMatchObject({ output: 82 })
})

it('leaves counts alone that hold it already', () => {
  const tokens = { total: 100, input: 40, output: 60, thinking: 20 }
  expect(readCounts(tokens, {})).toEqual(tokens)
})
