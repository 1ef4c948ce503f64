import { expect, it } from 'vitest'
import { amountOf, countOf } from './read-values.ts'

it.each([
  [0, 0, 0],
  [1.5, 1.5, undefined],
  [7, 7, 7],
  [-5e-324, undefined, undefined],
  [-1, undefined, undefined],
  [Number.POSITIVE_INFINITY, undefined, undefined],
  ['7', undefined, undefined],
])('of %j the amount is %j and the count %j', (value, amount, count) => {
  expect([amountOf(value), countOf(value)]).toEqual([amount, count])
})
