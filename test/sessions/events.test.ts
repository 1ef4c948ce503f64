import { describe, expect, it } from 'vitest'
import { sessionEventTypes } from '../../src/capabilities/ecosystems/relay/types.ts'
import { type AgentSessionEventType, createMemoryStore } from '../../src/sessions/index.ts'
import { ableCapabilities, minimumCapabilities } from '../support/sessions/fake-session.ts'
import { failureOf, sessionLab, settle } from '../support/sessions/session-lab.ts'

const every: readonly AgentSessionEventType[] = [
  'status.changed',
  'status.idle',
  'status.active',
  'status.blocked',
  'status.waiting',
  'status.offline',
  'tool.called',
  'tool.completed',
  'tool.failed',
  'tool.output',
  'message.received',
  'message.sent',
  'delivery.accepted',
  'delivery.delivered',
  'delivery.deferred',
  'delivery.failed',
  'action.invoked',
  'action.completed',
  'action.failed',
  'action.denied',
  'transcript.chunk',
  'file.changed',
  'command.started',
  'command.completed',
  'command.failed',
  'terminal.output',
  'terminal.screen',
  'usage.updated',
  'session.started',
  'session.released',
  'session.resumed',
  'session.forked',
  'log',
  'error',
]

describe('the events of a session', () => {
  it('are the declared ones and those of Capstan: each of 34 types can be awaited or is rejected', () => {
    expect(sessionEventTypes).toEqual(every)
    const { sessions } = sessionLab({ bob: { capabilities: minimumCapabilities } })
    const refused = every.filter(
      (type) =>
        failureOf(() => sessions.events.on({ type, session: '@bob' }, () => {})) !== 'nothing was thrown',
    )
    expect(refused).toEqual([
      'tool.called',
      'tool.completed',
      'tool.failed',
      'tool.output',
      'transcript.chunk',
      'file.changed',
      'command.started',
      'command.completed',
      'command.failed',
      'terminal.output',
      'terminal.screen',
      'usage.updated',
      'session.forked',
    ])
    expect(
      failureOf(() => sessions.events.on({ type: 'tool.*', session: 'ses_bob' }, () => {})),
    ).toMatchObject({
      code: 'CAPABILITY_ERROR',
      id: 'events.tool.called',
      agent: 'ses_bob',
    })
    expect(failureOf(() => sessions.events.on({ type: 'log', session: '@ann' }, () => {}))).toMatchObject({
      code: 'CAPABILITY_ERROR',
      id: 'events.log',
    })
    for (const type of ['*', 'delivery.*', 'status.*'] as const) {
      sessions.events.on({ type, session: '@bob' }, () => {})
      sessions.events.on({ type }, () => {})
    }
    expect(failureOf(() => sessions.events.on({ type: 'tool.call' as 'log' }, () => {}))).toMatchObject({
      code: 'VALIDATION_ERROR',
      hint: 'Did you mean tool.called?',
    })
    expect(failureOf(() => sessions.events.on({ type: 'x.*' }, () => {}))).toMatchObject({
      code: 'VALIDATION_ERROR',
    })
    expect(failureOf(() => sessions.events.on({ type: '*', session: '@bop' }, () => {}))).toMatchObject({
      code: 'UNKNOWN_SESSION',
      hint: 'Did you mean @bob?',
    })
  })

  it('are passed on unchanged, and undeclared ones are dropped and logged ever less often', async () => {
    const { bob, eventsOf } = sessionLab({
      bob: {
        capabilities: {
          ...ableCapabilities,
          events: {
            emits: [
              'status.changed',
              'tool.called',
              'tool.completed',
              'tool.failed',
              'tool.output',
              'transcript.chunk',
              'file.changed',
              'command.started',
              'command.completed',
              'command.failed',
              'terminal.output',
              'terminal.screen',
            ],
          },
        },
      },
    })
    const events = [
      { type: 'tool.called', tool: 'ls', input: { a: 1 } },
      { type: 'tool.completed', tool: 'ls', output: 'x' },
      { type: 'tool.failed', tool: 'ls', error: 'x' },
      { type: 'tool.output', tool: 'ls', output: 'x' },
      {
        type: 'transcript.chunk',
        chunk: { id: 'c', at: new Date(5), role: 'agent', content: 'x', sequence: 1 },
      },
      { type: 'file.changed', path: 'a', operation: 'create' },
      { type: 'command.started', command: 'ls' },
      { type: 'command.completed', command: 'ls', exitCode: 0 },
      { type: 'command.failed', command: 'ls', error: 'x' },
      { type: 'terminal.output', text: 'x' },
      { type: 'terminal.screen', text: 'x' },
      { type: 'log', level: 'info', message: 'x' },
      { type: 'error', error: 'x' },
    ] as const
    for (const event of events) await bob.emit(event)
    expect(eventsOf().slice(2)).toEqual(events)
    for (let count = 0; count < 12; count++) await bob.emit({ type: 'usage.updated', tokens: count })
    await bob.emit({ type: 'tool.exploded' } as never)
    await bob.emit({ type: 'message.sent', messageId: 'x' })
    await bob.emit({ type: 'action.invoked', action: 'x' })
    const said = (message: string, level = 'warn') => ({
      type: 'log',
      level,
      message: `Dropped an event: ${message}`,
    })
    expect(eventsOf().slice(2 + events.length)).toEqual([
      said('the session does not declare usage.updated'),
      said('the session does not declare usage.updated (10 times)'),
      said('unknown event type "tool.exploded"'),
      said('only Capstan emits message.sent', 'debug'),
      said('only Capstan emits action.invoked', 'debug'),
    ])
  })
})

describe('listening', () => {
  it('selects by type, family and session in log order, and isolates a listener that throws', async () => {
    const { sessions, bob, ann, warnings } = sessionLab()
    const received: string[] = []
    const hear = (name: string) => (entry: { cursor: number; event: { type: string } }) =>
      void received.push(`${name} ${entry.cursor} ${entry.event.type}`)
    sessions.events.on({ type: 'tool.called' }, () => {
      throw new Error('mine')
    })
    // Events that a listener causes come after the current one, for all listeners.
    sessions.events.on(
      { type: 'tool.called', session: '@bob' },
      () => void ann.send({ to: '@bob', text: 'x', mode: 'manual' }),
    )
    const end = sessions.events.on({ type: '*' }, hear('all'))
    sessions.events.once({ type: 'status.active', session: '@bob' }, hear('once'))
    sessions.events.on({ type: 'status.*', where: ({ session }) => session === 'per_ann' }, hear('never'))
    await bob.emit({ type: 'tool.called', tool: 'ls' })
    await bob.emit({ type: 'status.changed', status: 'active' })
    await bob.emit({ type: 'status.changed', status: 'idle' })
    await bob.emit({ type: 'status.changed', status: 'active' })
    end()
    await bob.emit({ type: 'status.changed', status: 'idle' })
    expect(received).toEqual([
      'all 3 tool.called',
      'all 4 message.sent',
      'all 5 status.changed',
      'once 5 status.changed',
      'all 6 status.changed',
      'all 7 status.changed',
    ])
    expect(warnings).toEqual(['A listener for tool.called threw: mine'])
    expect(sessions.events.lastCursor).toBe(8)
    expect(sessions.events.read({ after: 6, session: '@bob', types: ['status.changed'], limit: 1 })).toEqual([
      {
        cursor: 7,
        at: 1_000_000,
        session: 'ses_bob',
        event: { type: 'status.changed', status: 'active', previousStatus: 'idle' },
      },
    ])
  })

  it('waits for future events, and with a cursor also for past ones', async () => {
    const { sessions, bob, clock } = sessionLab()
    const since = sessions.events.lastCursor
    const coming = sessions.events.waitFor({ type: 'status.active', session: '@bob' })
    await bob.emit({ type: 'status.changed', status: 'active' })
    expect((await coming).event).toMatchObject({ status: 'active' })
    expect((await sessions.events.waitFor({ type: 'status.active' }, { since })).cursor).toBe(since + 1)
    const late = sessions.events.waitFor({ type: 'status.active', session: '@bob' }, { timeout: 500 })
    await Promise.all([
      expect(late).rejects.toMatchObject({
        code: 'WAIT_TIMEOUT',
        message: 'No status.active from @bob within 500 ms',
      }),
      clock.advance(500),
    ])
    const leaving = new AbortController()
    const left = sessions.events.waitFor({ type: 'error' }, { signal: leaving.signal, since })
    leaving.abort(new Error('gone'))
    await expect(left).rejects.toThrow('gone')
    await expect(sessions.events.waitFor({ type: 'error' }, { signal: leaving.signal })).rejects.toThrow(
      'gone',
    )
    await expect(
      sessions.events.waitFor(
        {
          type: 'status.*',
          where: () => {
            throw new Error('mine')
          },
        },
        { since },
      ),
    ).rejects.toThrow('mine')
    expect(clock.sleeping).toBe(0)
  })

  it('continues across a restart by the cursor of the store', async () => {
    const store = createMemoryStore()
    const before = sessionLab({ store })
    const since = before.sessions.events.lastCursor
    before.ann.send({ to: '@bob', text: 'x' })
    await settle()
    await before.sessions.close()
    const after = sessionLab({ store })
    expect((await after.sessions.events.waitFor({ type: 'delivery.delivered' }, { since })).session).toBe(
      'ses_bob',
    )
  })
})

it('failures of the store are reported as warnings', async () => {
  const store = createMemoryStore()
  let isFull = false
  const full = new Proxy(store, {
    get: (target, name) => {
      if (isFull && name !== 'close') throw new Error('disk full')
      return Reflect.get(target, name) as unknown
    },
  })
  const { ann, bob, warnings, clock, sessions, managed } = sessionLab({
    store: full,
    bob: { receive: () => new Promise(() => {}) },
  })
  ann.send({ to: '@bob', text: 'x' })
  await settle()
  isFull = true
  await bob.emit({ type: 'tool.called', tool: 'ls' })
  await clock.advance(120_000)
  expect(() => ann.send({ to: '@bob', text: 'x' })).toThrow('disk full')
  expect(warnings).toEqual([
    'Could not deliver the messages queued for ses_bob: disk full',
    'Could not process an event from ses_bob: disk full',
    expect.stringMatching(/^Could not store the outcome of delivery del_\w+: disk full$/),
    'Could not read the expired deliveries: disk full',
    'Could not read the next delivery time: disk full',
  ])
  isFull = false
  await clock.advance(60_000)
  expect(managed.inbox().map(({ delivery }) => delivery.state)).toEqual(['in-doubt'])
  await sessions.close()
})
