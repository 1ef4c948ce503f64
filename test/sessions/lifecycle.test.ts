import { describe, expect, it } from 'vitest'
import type { AgentSession, AgentStatus } from '../../src/sessions/index.ts'
import { ableCapabilities, fakeSession } from '../support/sessions/fake-session.ts'
import { sessionLab, settle } from '../support/sessions/session-lab.ts'

const nothing = (): Promise<void> => Promise.resolve()
const all = { release: nothing, pause: nothing, resume: nothing }

/** The reported statuses, in order. */
function statusesOf(events: readonly unknown[]): AgentStatus[] {
  return events.flatMap((event) => {
    const { type, status } = event as { type: string; status: AgentStatus }
    return type === 'status.changed' ? [status] : []
  })
}

describe('the status', () => {
  it('follows the reports of the session, and logs an impossible change without making it', async () => {
    const { bob, managed, eventsOf } = sessionLab()
    const statuses: AgentStatus[] = [
      'active',
      'waiting',
      'blocked',
      'idle',
      'paused',
      'offline',
      'starting',
      'releasing',
    ]
    for (const status of statuses) await bob.emit({ type: 'status.changed', status, reason: 'so' })
    await bob.emit({ type: 'status.changed', status: 'active' })
    expect(managed.status).toBe('releasing')
    await bob.emit({ type: 'status.changed', status: 'failed', reason: 'broken' })
    await bob.emit({ type: 'status.changed', status: 'failed' })
    await bob.emit({ type: 'status.changed', status: 'released' })
    expect(managed.status).toBe('failed')
    expect(statusesOf(eventsOf())).toEqual(['idle', ...statuses, 'failed'])
    expect(eventsOf().filter((event) => (event as { type: string }).type === 'error')).toEqual([
      {
        type: 'error',
        error: 'The session reported active, which cannot follow releasing',
        code: 'IMPOSSIBLE_STATUS',
      },
      {
        type: 'error',
        error: 'The session reported released, which cannot follow failed',
        code: 'IMPOSSIBLE_STATUS',
      },
    ])
    expect(managed.capabilities.delivery).toEqual({ modes: [] })
    expect(managed.capabilities.lifecycle).toEqual({ release: false })
  })

  it.each(['starting', 'paused', 'offline', 'releasing'] as const)(
    '%s: delivers nothing, but deadlines expire',
    async (status) => {
      const { ann, bob, texts, clock, sessions } = sessionLab()
      await bob.emit({ type: 'status.changed', status: 'offline' })
      await bob.emit({ type: 'status.changed', status })
      ann.send({ to: '@bob', text: 'late', mode: 'immediate', deadline: new Date(1_000_500) })
      ann.send({ to: '@bob', text: 'one', mode: 'next-tool-call' })
      await bob.emit({ type: 'tool.called', tool: 'ls' })
      await clock.advance(1000)
      expect(texts()).toEqual([])
      expect(
        sessions.deliveries
          .list()
          .map(({ state }) => state)
          .slice(0, 2),
      ).toEqual(['dead', 'pending'])
    },
  )
})

describe('release', () => {
  it('ends the session, and makes its queued messages dead letters', async () => {
    const reasons: unknown[] = []
    const { ann, bob, managed, sessions, eventsOf } = sessionLab({
      bob: { methods: { release: (reason) => Promise.resolve(void reasons.push(reason)) } },
    })
    const { deliveries, message } = ann.send({ to: '@bob', text: 'one', mode: 'manual' })
    await managed.release?.('enough')
    expect(reasons).toEqual(['enough'])
    expect(managed.status).toBe('released')
    expect(bob.isListenedTo()).toBe(false)
    expect(sessions.list()).toEqual([])
    expect(sessions.deliveries.get(deliveries[0]?.id ?? '').dead).toEqual({
      reason: 'released',
      detail: 'the session was released: enough',
    })
    expect(ann.inbox()).toHaveLength(1)
    const id = deliveries[0]?.id
    expect(eventsOf('ses_bob').slice(2)).toEqual([
      { type: 'status.changed', status: 'releasing', previousStatus: 'idle', reason: 'enough' },
      { type: 'status.changed', status: 'released', previousStatus: 'releasing', reason: 'enough' },
      {
        type: 'log',
        level: 'info',
        message: 'The capabilities of the session changed: delivery.modes, lifecycle.release',
      },
      { type: 'session.released', sessionId: 'ses_bob', reason: 'enough' },
      {
        type: 'delivery.failed',
        deliveryId: id,
        messageId: message.id,
        reason: 'the session was released: enough',
        retryable: false,
      },
    ])
    expect('release' in managed).toBe(false)
    expect(() => ann.send({ to: 'ses_bob', text: 'x' })).toThrow(
      "'ses_bob' does not support delivery.on-idle",
    )
    expect(() => ann.send({ to: '@bob', text: 'x' })).toThrow('Unknown participant "@bob"')
    // The handle is free, but the id stays reserved.
    sessions.register(fakeSession({ handle: 'bob', id: 'ses_next' }))
  })

  it('keeps queued messages until the session is back, if the policy says so', async () => {
    const { ann, managed, sessions, eventsOf } = sessionLab({
      policy: { onRelease: 'requeue' },
      bob: { methods: { release: nothing } },
    })
    const { deliveries, message } = ann.send({ to: '@bob', text: 'one', mode: 'manual' })
    await managed.release?.()
    expect(eventsOf('ses_bob').at(-1)).toEqual({
      type: 'delivery.deferred',
      deliveryId: deliveries[0]?.id,
      messageId: message.id,
      availableAt: '1970-01-01T00:16:40.000Z',
      reason: 'the session was released: no reason given',
    })
    const again = fakeSession({ handle: 'bob' })
    expect(await sessions.register(again).flush()).toBe(1)
    expect(again.received.map(({ text }) => text)).toEqual(['one'])
  })

  it('does not wait for running deliveries, and still accepts their answers', async () => {
    const answers: ((retryable?: boolean) => void)[] = []
    const { ann, managed, sessions } = sessionLab({
      bob: {
        methods: { release: nothing },
        receive: (_, { id }) =>
          new Promise((resolve) => {
            answers.push((retryable) =>
              resolve(
                retryable === true
                  ? { status: 'failed', reason: 'gone', retryable }
                  : { status: 'delivered', deliveryId: id },
              ),
            )
          }),
      },
    })
    ann.send({ to: '@bob', text: 'one', mode: 'immediate' })
    ann.send({ to: '@bob', text: 'two', mode: 'on-idle' })
    await settle()
    await managed.release?.()
    answers[0]?.()
    answers[1]?.(true)
    await settle()
    expect(
      sessions.deliveries.list({ recipient: 'ses_bob' }).map(({ state, dead }) => [state, dead?.reason]),
    ).toEqual([
      ['delivered', undefined],
      ['dead', 'released'],
    ])
  })

  it('leaves the session failed and its messages queued if it fails', async () => {
    const { ann, managed, sessions } = sessionLab({
      bob: { methods: { release: () => Promise.reject(new Error('stuck')), resume: nothing } },
    })
    const { deliveries } = ann.send({ to: '@bob', text: 'one', mode: 'manual' })
    await expect(managed.release?.()).rejects.toMatchObject({ code: 'RELEASE_FAILED' })
    expect(managed.status).toBe('failed')
    expect(sessions.deliveries.get(deliveries[0]?.id ?? '').state).toBe('pending')
    await managed.resume?.()
    expect(managed.status).toBe('idle')
    expect(await managed.flush()).toBe(1)
  })

  it('can be reported by the session itself', async () => {
    const { bob, managed, sessions, eventsOf } = sessionLab()
    await bob.emit({ type: 'session.released', reason: 'closed by hand' })
    expect(managed.status).toBe('released')
    expect(eventsOf('ses_bob').at(-1)).toEqual({
      type: 'session.released',
      sessionId: 'ses_bob',
      reason: 'closed by hand',
    })
    expect(sessions.list()).toEqual([])
  })

  it('can be undone by resume', async () => {
    const { managed, sessions, bob, ann, texts } = sessionLab({ bob: { methods: all } })
    await managed.release?.()
    const other = sessions.register(
      fakeSession({ handle: 'bob', id: 'ses_other', methods: { release: nothing } }),
    )
    await expect(managed.resume?.()).rejects.toMatchObject({ code: 'HANDLE_TAKEN' })
    await other.release?.()
    await managed.resume?.()
    expect(managed.status).toBe('idle')
    expect(sessions.get('@bob')).toBe(managed)
    await bob.emit({ type: 'status.changed', status: 'waiting' })
    ann.send({ to: '@bob', text: 'hi' })
    await settle()
    expect(texts()).toEqual(['hi'])
    await managed.release?.()
    expect(managed.status).toBe('released')
  })
})

describe('pause', () => {
  it('holds messages, also when the session reports the end of its turn', async () => {
    const { ann, bob, managed, texts, eventsOf } = sessionLab({ bob: { methods: all } })
    await bob.emit({ type: 'status.changed', status: 'active' })
    await managed.pause?.('lunch')
    ann.send({ to: '@bob', text: 'one' })
    await bob.emit({ type: 'status.changed', status: 'idle' })
    await settle()
    expect([managed.status, texts()]).toEqual(['paused', []])
    await managed.resume?.()
    await settle()
    expect([managed.status, texts()]).toEqual(['idle', ['one']])
    expect(eventsOf().slice(3, 7)).toEqual([
      { type: 'status.changed', status: 'paused', previousStatus: 'active', reason: 'lunch' },
      { type: 'log', level: 'debug', message: 'The session reported idle while paused' },
      { type: 'status.changed', status: 'idle', previousStatus: 'paused' },
      { type: 'session.resumed', sessionId: 'ses_bob' },
    ])
    await expect(managed.resume?.()).rejects.toMatchObject({
      code: 'IMPOSSIBLE_STATUS',
      message: '@bob is idle and cannot be resumed',
    })
  })

  it('is undone if it fails', async () => {
    const { managed, eventsOf } = sessionLab({
      bob: { methods: { pause: () => Promise.reject(new Error('busy')) } },
    })
    await expect(managed.pause?.()).rejects.toMatchObject({ code: 'PAUSE_FAILED' })
    expect(managed.status).toBe('idle')
    expect(statusesOf(eventsOf())).toEqual(['idle', 'paused', 'idle'])
  })

  it('continues if resuming fails', async () => {
    const { managed } = sessionLab({
      bob: { methods: { pause: nothing, resume: () => Promise.reject(new Error('busy')) } },
    })
    await managed.pause?.()
    await expect(managed.resume?.()).rejects.toMatchObject({ code: 'RESUME_FAILED' })
    expect(managed.status).toBe('paused')
    await expect(managed.pause?.()).rejects.toMatchObject({ code: 'IMPOSSIBLE_STATUS' })
  })
})

describe('fork and snapshot', () => {
  it('registers the fork as a session', async () => {
    const fork: AgentSession['fork'] = ({ id, handle }) => Promise.resolve(fakeSession({ id, handle }))
    const { managed, sessions, eventsOf, ann } = sessionLab({ bob: { methods: { fork } } })
    const child = await managed.fork?.()
    const named = await managed.fork?.({ name: 'Eve', handle: 'eve' })
    expect([child?.identity.handle, named?.identity.handle]).toEqual(['bob-fork', 'eve'])
    expect(sessions.list()).toHaveLength(3)
    expect(managed.capabilities.events.emits).toContain('session.forked')
    expect(eventsOf().at(-1)).toEqual({
      type: 'session.forked',
      sessionId: named?.identity.id,
      parentSessionId: 'ses_bob',
    })
    expect(ann.send({ to: '@bob-fork', text: 'hi' }).deliveries).toHaveLength(1)
    await expect(managed.fork?.({ name: 'x', handle: 'eve' })).rejects.toMatchObject({ code: 'HANDLE_TAKEN' })
  })

  it('releases a fork that cannot be registered', async () => {
    let released = 0
    const fork: AgentSession['fork'] = ({ id, handle }) =>
      Promise.resolve({
        ...fakeSession({ id, handle }),
        release: () => Promise.resolve(void released++),
      })
    const { managed, sessions } = sessionLab({ bob: { methods: { fork } } })
    await expect(managed.fork?.()).rejects.toMatchObject({ code: 'VALIDATION_ERROR' })
    expect([released, sessions.list().length]).toEqual([1, 1])
  })

  it('returns the snapshot of the session', async () => {
    const snapshot = () => Promise.resolve({ agent: 'sim', cursor: 3 })
    const { managed } = sessionLab({ bob: { methods: { snapshot } } })
    expect(await managed.snapshot?.()).toEqual({ agent: 'sim', cursor: 3 })
  })
})

describe('the capabilities of a session', () => {
  it('are read again on status changes, and invalid ones are logged', async () => {
    const capabilities = structuredClone(ableCapabilities)
    const { bob, managed, eventsOf, sessions } = sessionLab({ bob: { capabilities } })
    const before = managed.capabilities
    await bob.emit({ type: 'status.active' })
    expect(managed.capabilities).toEqual(before)
    Object.assign(bob.capabilities, { messaging: { receive: true } })
    await bob.emit({ type: 'status.offline' })
    expect(managed.capabilities).not.toBe(before)
    expect(managed.capabilities.messaging).toEqual({ receive: true })
    expect(sessions.records()[1]?.capabilities?.messaging).toEqual({ receive: true })
    Object.assign(bob.capabilities, { lifecycle: { release: true } })
    await bob.emit({ type: 'status.idle' })
    expect(managed.capabilities.lifecycle).toEqual({ release: false })
    expect(eventsOf().filter((event) => ['log', 'error'].includes((event as { type: string }).type))).toEqual(
      [
        {
          type: 'log',
          level: 'info',
          message: 'The capabilities of the session changed: messaging.send, messaging.attachments',
        },
        {
          type: 'error',
          error:
            'Ignored invalid capabilities of the session: capabilities.lifecycle.release is declared, but the session has no release()',
          code: 'VALIDATION_ERROR',
        },
      ],
    )
  })

  it('control access to actions', async () => {
    const { sessions, managed, ann } = sessionLab()
    const min = sessions.register(
      fakeSession({ handle: 'min', capabilities: { ...ableCapabilities, actions: { invoke: false } } }),
    )
    const action = { name: 'add', description: 'Adds one', handler: (input: unknown) => Number(input) + 1 }
    expect(() => sessions.actions.register(action, min)).toThrow("'ses_min' does not support actions.expose")
    let changes = 0
    sessions.actions.onChange(() => changes++)
    const take = sessions.actions.register(action, managed)
    expect(ann.actions()).toEqual([{ name: 'add', description: 'Adds one', exposedBy: 'ses_bob' }])
    expect(await managed.invoke('add', 1)).toMatchObject({ ok: true, output: 2 })
    await expect(min.invoke('add', 1)).rejects.toMatchObject({ id: 'actions.invoke' })
    take()
    expect([ann.actions(), changes]).toEqual([[], 2])
  })
})
