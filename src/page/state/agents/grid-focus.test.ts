import { expect, it } from 'vitest'
import { movedBy } from './grid-focus.ts'

it.each([
  ['ArrowUp', { row: 0, column: 1 }],
  ['ArrowDown', { row: 2, column: 1 }],
  ['ArrowLeft', { row: 1, column: 0 }],
  ['ArrowRight', { row: 1, column: 2 }],
  ['Home', { row: 1, column: 0 }],
  ['End', { row: 1, column: 2 }],
  ['PageUp', { row: 0, column: 1 }],
  ['PageDown', { row: 3, column: 1 }],
  ['a', undefined],
])('%s moves within the table', (key, place) => {
  expect(movedBy(key, { row: 1, column: 1 }, { rows: 4, columns: 3 })).toEqual(place)
})
