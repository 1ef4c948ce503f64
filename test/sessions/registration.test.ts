import * as published from '@agent-relay/sdk'
import { describe, expect, it } from 'vitest'
import { fakeSession, minimumCapabilities } from '../support/sessions/fake-session.ts'
import { failureOf, sessionLab, settle } from '../support/sessions/session-lab.ts'

const managedEvents = [
  'status.idle',
  'status.offline',
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
  'session.started',
  'session.released',
  'session.resumed',
  'log',
  'error',
]

describe('a session', () => {
  it('with the minimum gets its capabilities and those of Capstan', async () => {
    const { sessions, ann, warnings } = sessionLab()
    const min = fakeSession({ handle: 'min', capabilities: minimumCapabilities })
    const managed = sessions.register(min)
    expect(managed.capabilities).toEqual({
      messaging: { receive: true },
      delivery: { modes: ['immediate'] },
      events: {
        emits: ['status.changed', ...managedEvents, 'status.active', 'status.blocked', 'status.waiting'],
      },
      lifecycle: { release: false },
    })
    expect(Object.isFrozen(managed.capabilities.delivery.modes)).toBe(true)
    expect(managed.profile.subject).toEqual({ kind: 'session', id: 'ses_min' })
    expect(managed.profile.facts['delivery.immediate']?.support).toBe('supported')
    expect(['release', 'pause', 'resume', 'fork', 'snapshot'].filter((name) => name in managed)).toEqual([])
    ann.send({ to: '@min', text: 'hi', mode: 'immediate' })
    await settle()
    expect(min.received).toHaveLength(1)
    expect(managed.actions()).toEqual([])
    await expect(managed.invoke('x', {})).rejects.toMatchObject({
      code: 'CAPABILITY_ERROR',
      id: 'actions.invoke',
    })
    expect(sessions.get('@MIN')).toBe(managed)
    expect(sessions.get('ses_min')).toBe(managed)
    expect(sessions.find('@min')).toBe(managed)
    expect(sessions.list().map(({ identity }) => identity.handle)).toEqual(['bob', 'min'])
    expect(warnings).toEqual([])
  })

  it('that declares missing methods is rejected and not stored', () => {
    const { sessions } = sessionLab()
    const broken = fakeSession({
      handle: 'broken',
      capabilities: { ...minimumCapabilities, lifecycle: { release: true, fork: true } },
    })
    expect(failureOf(() => sessions.register(broken))).toEqual({
      name: 'ValidationError',
      code: 'VALIDATION_ERROR',
      message:
        'Cannot register this session: capabilities.lifecycle.release is declared, but the session has no release() (and 1 more)',
      hint: 'Declare a capability only where the session implements it.',
      issues: [
        {
          path: ['capabilities', 'lifecycle', 'release'],
          message: 'is declared, but the session has no release()',
        },
        {
          path: ['capabilities', 'lifecycle', 'fork'],
          message: 'is declared, but the session has no fork()',
        },
      ],
    })
    const throwing = {
      ...fakeSession({ handle: 'throwing' }),
      onEvent: () => {
        throw new Error('no')
      },
    }
    expect(() => sessions.register(throwing)).toThrow('no')
    expect(sessions.records().map(({ identity }) => identity.handle)).toEqual(['ann', 'bob'])
    expect(() => sessions.get('@broken')).toThrow('Unknown participant "@broken"')
  })

  it.each([
    ['a registered id', { handle: 'other', id: 'ses_bob' }, {}, 'SESSION_EXISTS'],
    ['a registered handle', { handle: 'BOB', id: 'ses_other' }, {}, 'HANDLE_TAKEN'],
    ['the handle of a person', { handle: 'ann' }, {}, 'HANDLE_TAKEN'],
    ['the id of a person', { handle: 'x', id: 'per_ann' }, {}, 'HANDLE_TAKEN'],
    ['the reserved handle', { handle: 'capstan' }, {}, 'HANDLE_TAKEN'],
    ['the reserved id', { handle: 'x', id: 'capstan' }, {}, 'HANDLE_TAKEN'],
    ['a bad handle', { handle: 'a b' }, {}, 'VALIDATION_ERROR'],
    ['a final status', { handle: 'x' }, { status: 'released' }, 'VALIDATION_ERROR'],
    ['an unknown status', { handle: 'x' }, { status: 'happy' as 'idle' }, 'VALIDATION_ERROR'],
    ['unknown safe states', { handle: 'x' }, { safeStates: ['happy' as 'idle'] }, 'VALIDATION_ERROR'],
  ] as const)('with %s is rejected', (_, fake, options, code) => {
    const { sessions } = sessionLab()
    expect(failureOf(() => sessions.register(fakeSession(fake), options))).toMatchObject({ code })
    expect(sessions.list()).toHaveLength(1)
  })

  it('is stored with its origin, and can emit events before it is registered', async () => {
    const { sessions } = sessionLab()
    const eager = fakeSession({ handle: '@eager', id: 'ses_eager' })
    const listen = eager.onEvent?.bind(eager)
    const session = {
      ...eager,
      onEvent: (emit: Parameters<NonNullable<typeof listen>>[0]) => {
        void emit({ type: 'status.active' })
        return listen?.(emit) ?? (() => {})
      },
    }
    const managed = sessions.register(session, { status: 'starting', origin: { agent: 'sim' } })
    expect(managed.identity.handle).toBe('eager')
    expect(managed.status).toBe('active')
    expect(sessions.records().find(({ identity }) => identity.handle === 'eager')).toEqual({
      identity: { id: 'ses_eager', name: '@eager', handle: 'eager' },
      kind: 'session',
      status: 'active',
      capabilities: session.capabilities,
      origin: { agent: 'sim' },
      createdAt: 1_000_000,
      updatedAt: 1_000_000,
    })
    await settle()
  })
})

describe('a session of the published package', () => {
  it('is registered unchanged, and its events are converted', async () => {
    const { sessions, ann, eventsOf } = sessionLab()
    let tell: (event: published.AgentSessionEvent) => void | Promise<void> = () => {}
    const given: published.RelayMessage[] = []
    const session: published.AgentSession = {
      identity: { id: 'ses_pub', name: 'Published', handle: 'pub' },
      capabilities: {
        ...published.MINIMAL_AGENT_SESSION_CAPABILITIES,
        events: { emits: ['status.changed', 'status.idle', 'message.received', 'usage.updated'] },
        lifecycle: { release: true },
      },
      receiveMessage: (message, { id }) => {
        given.push(message)
        return Promise.resolve({ status: 'delivered', deliveryId: id })
      },
      onEvent: (emit) => {
        tell = emit
        return () => {}
      },
      release: () => Promise.resolve(),
    }
    const managed = sessions.register(session)
    const { message, deliveries } = ann.send({ to: '@pub', text: 'hi', mode: 'immediate' })
    await settle()
    expect(given).toEqual([message])
    await tell({ type: 'status.changed', status: 'active' })
    await tell({ type: 'message.received', message })
    await tell({ type: 'usage.updated', usage: { tokens: 7 } })
    await tell({ type: 'status.idle' })
    await managed.release?.()
    const ids = { deliveryId: deliveries[0]?.id, messageId: message.id }
    expect(eventsOf('ses_pub').slice(0, 8)).toEqual([
      { type: 'session.started', sessionId: 'ses_pub' },
      { type: 'status.changed', status: 'idle' },
      { type: 'delivery.delivered', ...ids },
      { type: 'message.received', ...ids },
      { type: 'status.changed', status: 'active', previousStatus: 'idle' },
      { type: 'log', level: 'debug', message: 'Dropped an event: only Capstan emits message.received' },
      { type: 'usage.updated', metadata: { tokens: 7 } },
      { type: 'status.changed', status: 'idle', previousStatus: 'active' },
    ])
    expect(managed.status).toBe('released')
  })
})

describe('a person', () => {
  it('is the same for the same handle or id', () => {
    const { sessions, ann, managed } = sessionLab()
    managed.send({ to: '@ann', text: 'hi' })
    expect(sessions.join({ name: 'Ann' }).inbox()).toHaveLength(1)
    const renamed = sessions.join({ name: 'Anna', id: ann.identity.id, handle: '@anna' })
    expect(renamed.identity).toEqual({ id: 'per_ann', name: 'Anna', handle: 'anna' })
    expect(renamed.inbox()).toHaveLength(1)
    expect(sessions.find('@ann')).toBeUndefined()
    expect(sessions.join({ name: 'Élodie Märtens!' }).identity.handle).toBe('élodie-märtens')
    expect(sessions.join({ name: 'Bob' }).identity.handle).toBe('bob-2')
    expect(() => Object.assign(renamed.identity, { handle: 'bob' })).toThrow('read only')
    // The same letters in another normalization and case.
    expect(sessions.find('@E\u0301LODIE-MA\u0308RTENS')?.identity.name).toBe('Élodie Märtens!')
  })

  it.each([
    [{ name: '' }, 'VALIDATION_ERROR'],
    [{ name: 'x', handle: 'a b' }, 'VALIDATION_ERROR'],
    [{ name: 'x', id: '#a' }, 'VALIDATION_ERROR'],
    [{ name: 'x', metadata: [] }, 'VALIDATION_ERROR'],
    [null, 'VALIDATION_ERROR'],
    [{ name: 'x', handle: 'bob' }, 'HANDLE_TAKEN'],
    [{ name: 'x', id: 'ses_bob' }, 'HANDLE_TAKEN'],
  ])('%j is rejected with %s', (input, code) => {
    const { sessions } = sessionLab()
    expect(failureOf(() => sessions.join(input as { name: string }))).toMatchObject({ code })
    expect(sessions.records()).toHaveLength(2)
  })
})

it('an invalid policy is rejected', () => {
  expect(
    failureOf(() =>
      sessionLab({
        policy: {
          maxAttempts: 0,
          deadlineMs: Number.NaN,
          inDoubt: 'ask' as 'hold',
          onRelease: 'x' as 'requeue',
          safeStates: ['happy' as 'idle'],
        },
      }),
    ),
  ).toMatchObject({
    message: 'Invalid delivery policy: maxAttempts must be a number of at least 1',
    issues: [
      { path: ['maxAttempts'] },
      { path: ['deadlineMs'] },
      { path: ['inDoubt'] },
      { path: ['onRelease'] },
      { path: ['safeStates'] },
    ],
  })
})
