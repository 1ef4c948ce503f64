import { expect, test } from 'vitest'
import type { AgentEvent } from '../events/event.ts'
import type { PermissionBroker } from './permissions/permission-broker.ts'
import type { RunSide } from './validate/run-side.ts'
import { SessionEventSink } from './session-event-sink.ts'

/** A run that only takes notes. */
function noting(): { side: RunSide; events: AgentEvent[]; warnings: string[] } {
  const events: AgentEvent[] = []
  const warnings: string[] = []
  const side = {
    onEvent: (event: AgentEvent) => {
      events.push(event)
      return undefined
    },
    onWarning: (message: string) => warnings.push(message),
    broker: {} as PermissionBroker,
  }
  return { side: side as unknown as RunSide, events, warnings }
}

const say = (text: string): AgentEvent => ({ type: 'text.delta', text })

test('keeps events between runs for the next run only', () => {
  const sink = new SessionEventSink()
  const [first, second] = [noting(), noting()]
  void sink.onEvent(say('a'))
  sink.attach(first.side)
  void sink.onEvent(say('b'))
  sink.detach()
  void sink.onEvent(say('c'))
  sink.attach(second.side)
  expect([first.events, second.events]).toEqual([[say('a'), say('b')], [say('c')]])
})

test('warns about dropped events', () => {
  const sink = new SessionEventSink()
  for (let count = 0; count < 10_003; count++) void sink.onEvent(say('x'))
  const { side, events, warnings } = noting()
  sink.attach(side)
  expect([events.length, warnings]).toEqual([10_000, ['Dropped 3 events that arrived between runs']])
})

test('refuses requests and questions between runs', async () => {
  const sink = new SessionEventSink()
  const { signal } = new AbortController()
  const request = { requestId: 'r', options: [] }
  expect(await sink.permission({ type: 'permission.requested', ...request }, signal)).toEqual({
    type: 'cancelled',
  })
  await expect(sink.allowWrite('/a')).rejects.toThrow('The session has no run in progress')
  await expect(sink.allowCommand({ command: 'ls', cwd: '/' })).rejects.toThrow(
    'The session has no run in progress',
  )
})

test('calls listeners with every event until they are removed', () => {
  const sink = new SessionEventSink()
  const heard: AgentEvent[] = []
  const leave = sink.subscribe((event) => heard.push(event))
  expect(sink.isWatched).toBe(true)
  void sink.onEvent(say('a'))
  leave()
  void sink.onEvent(say('b'))
  expect([heard, sink.isWatched]).toEqual([[say('a')], false])
})
