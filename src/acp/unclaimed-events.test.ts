import { expect, test } from 'vitest'
import type { AgentEvent } from '../events/event.ts'
import { UnclaimedEvents } from './unclaimed-events.ts'

const say = (text: string, sessionId?: string): AgentEvent => ({
  type: 'text.delta',
  text,
  ...(sessionId === undefined ? {} : { sessionId }),
})

test('delivers a session its own events and those without a session, in order and once', () => {
  const unclaimed = new UnclaimedEvents('sample', () => {})
  for (const event of [say('1', 'a'), say('2'), say('3', 'b'), say('4', 'a')]) unclaimed.keep(event)
  expect(unclaimed.claim('a')).toEqual([say('1', 'a'), say('2'), say('4', 'a')])
  expect([unclaimed.claim('a'), unclaimed.claim('b')]).toEqual([[], [say('3', 'b')]])
})

test('limits unclaimed events and warns once', () => {
  const warnings: string[] = []
  const unclaimed = new UnclaimedEvents('sample', (message) => warnings.push(message))
  for (let count = 0; count < 10_010; count++) unclaimed.keep(say('x', 'a'))
  expect([unclaimed.claim('a').length, warnings]).toEqual([
    10_000,
    ['sample sent events of unknown sessions; Capstan keeps only the first 10000'],
  ])
})
