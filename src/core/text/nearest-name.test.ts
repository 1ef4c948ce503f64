import { expect, test } from 'vitest'
import { didYouMean, nearestName } from './nearest-name.ts'

const words = ['convert', 'check', 'explain', 'list', 'prompt.audio', 'prompt.image']

test.each([
  ['chekc', 'check'],
  ['covnert', 'convert'],
  ['exp', 'explain'],
  ['lst', 'list'],
  ['promt.image', 'prompt.image'],
  ['frobnicate', undefined],
  ['x', undefined],
  ['', undefined],
])('%s means %s', (typed, meant) => {
  expect(nearestName(typed, words)).toBe(meant)
})

test('falls back to another hint if no name is near', () => {
  expect(didYouMean('lst', words, 'See the list.')).toBe('Did you mean list?')
  expect(didYouMean('zzz', words, 'See the list.')).toBe('See the list.')
})
