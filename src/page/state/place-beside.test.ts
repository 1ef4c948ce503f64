import { expect, it } from 'vitest'
import { placeBeside } from './place-beside.ts'

const screen = { width: 1000, height: 600 }
const panel = { width: 300, height: 200 }

it.each([
  ['under a cell', { left: 100, top: 100 }, { left: 100, top: 126 }],
  ['over one at the bottom', { left: 100, top: 500 }, { left: 100, top: 294 }],
  ['within the right edge', { left: 950, top: 100 }, { left: 692, top: 126 }],
  ['within the left edge', { left: -40, top: 100 }, { left: 8, top: 126 }],
])('%s', (_, cell, place) => {
  expect(placeBeside({ ...cell, width: 80, height: 20 }, panel, screen)).toEqual(place)
})

it('covers its anchor if it fits neither below nor above', () => {
  expect(
    placeBeside({ left: 0, top: 100, width: 80, height: 20 }, panel, { width: 320, height: 240 }),
  ).toEqual({
    left: 8,
    top: 32,
  })
})
