import { expect, it } from 'vitest'
import { linkTo, readPlace } from './place.ts'

it.each([
  ['', { view: 'agents' }],
  ['#nowhere', { view: 'agents' }],
  ['#sessions', { view: 'sessions' }],
  ['#chat/my%2Fagent', { view: 'chat', subject: 'my/agent' }],
  ['#chat/%', { view: 'chat', subject: '%' }],
])('reads %j', (hash, place) => {
  expect(readPlace(hash)).toEqual(place)
})

it('reads back the link of a place', () => {
  const place = { view: 'chat', subject: 'a/b #c' } as const
  expect(readPlace(linkTo(place))).toEqual(place)
})
