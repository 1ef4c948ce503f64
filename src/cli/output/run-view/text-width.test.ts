import { expect, it } from 'vitest'
import { cutToWidth, textWidth } from './text-width.ts'

it.each([
  ['', 0],
  ['plain', 5],
  ['é', 1],
  ['e\u0301', 1],
  ['漢字', 4],
  ['한', 2],
  ['😀', 2],
  ['👩‍👩‍👧', 2],
  ['⚠️', 2],
  ['→', 1],
  ['\u200B', 0],
])('measures %s as %i columns wide', (text, width) => {
  expect(textWidth(text)).toBe(width)
})

it.each([
  ['short', 5, 'short'],
  ['longer', 5, 'long…'],
  ['a b c', 3, 'a…'],
  ['漢字漢字', 8, '漢字漢字'],
  ['漢字漢字', 7, '漢字漢…'],
  ['漢字漢字', 6, '漢字…'],
  ['😀😀', 3, '😀…'],
  ['text', 0, ''],
])('%s in %i columns is %s', (text, columns, cut) => {
  expect(cutToWidth(text, columns)).toBe(cut)
})
