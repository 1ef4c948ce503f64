import { expect, it } from 'vitest'
import { linkTo, readPlace } from './place.ts'

it.each([
  ['', { view: 'agents' }],
  ['#nowhere', { view: 'agents' }],
  ['#sessions', { view: 'sessions' }],
  ['#chat/my%2Fagent', { view: 'chat', subject: 'my/agent' }],
  ['#chat/%', { view: 'chat', subject: '%' }],
  ['#chat/sim/thread-1', { view: 'chat', subject: 'sim', thread: 'thread-1' }],
])('reads %j', (hash, place) => {
  expect(readPlace(hash)).toEqual(place)
})

it('reads back the link of a place', () => {
  for (const place of [
    { view: 'chat', subject: 'a/b #c' },
    { view: 'chat', subject: 'a/b', thread: 't/1 %' },
  ] as const) {
    expect(readPlace(linkTo(place))).toEqual(place)
  }
})
