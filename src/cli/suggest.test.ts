import { expect, test } from 'vitest'
import { suggest, suggestion } from './suggest.ts'

const names = ['convert', 'check', 'explain', 'list', 'prompt.audio', 'prompt.image']

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
  expect(suggest(typed, names)).toBe(meant)
})

test('says where to look when nothing is near', () => {
  expect(suggestion('lst', names, 'See the list.')).toBe('Did you mean list?')
  expect(suggestion('zzz', names, 'See the list.')).toBe('See the list.')
})
