import { describe, expect, it } from 'vitest'
import { ManualClock } from '../../src/core/manual-clock.ts'
import { createMemoryStore, type Delivery } from '../../src/sessions/index.ts'
import { ableCapabilities, fakeSession } from '../support/sessions/fake-session.ts'
import { failureOf, sessionLab as setUp, settle } from '../support/sessions/session-lab.ts'

/** The only delivery of a message. */
function only(deliveries: readonly Delivery[]): string {
  return deliveries[0]?.id ?? ''
}

describe('a boundary', () => {
  it('immediate: at once, in any status', async () => {
    const { ann, bob, texts } = setUp()
    void bob.emit({ type: 'status.changed', status: 'active' })
    const { deliveries } = ann.send({ to: '@bob', text: 'stop', mode: 'immediate' })
    expect(deliveries.map(({ state }) => state)).toEqual(['pending'])
    await settle()
    expect(texts()).toEqual(['stop'])
  })

  it('on-idle: in a safe state', async () => {
    const { ann, bob, texts, sessions } = setUp()
    void bob.emit({ type: 'status.changed', status: 'active' })
    const { deliveries } = ann.send({ to: '@bob', text: 'later' })
    await settle()
    expect(texts()).toEqual([])
    await bob.emit({ type: 'status.changed', status: 'idle' })
    await settle()
    expect(texts()).toEqual(['later'])
    expect(sessions.deliveries.get(deliveries[0]?.id ?? '').state).toBe('delivered')
  })

  it('next-tool-call: at the next tool call', async () => {
    const { ann, bob, texts } = setUp()
    await bob.emit({ type: 'tool.called', tool: 'before' })
    ann.send({ to: '@bob', text: 'one', mode: 'next-tool-call' })
    ann.send({ to: '@bob', text: 'two', mode: 'next-tool-call' })
    await settle()
    expect(texts()).toEqual([])
    await bob.emit({ type: 'tool.called', tool: 'after' })
    expect(texts()).toEqual(['one', 'two'])
  })

  it('next-message: right before the next message or prompt', async () => {
    const { ann, managed, texts } = setUp()
    ann.send({ to: '@bob', text: 'first', mode: 'next-message' })
    ann.send({ to: '@bob', text: 'second', mode: 'next-message' })
    await settle()
    expect(texts()).toEqual([])
    ann.send({ to: '@bob', text: 'now', mode: 'immediate' })
    await settle()
    expect(texts()).toEqual(['first', 'second', 'now'])
    ann.send({ to: '@bob', text: 'third', mode: 'next-message' })
    expect(await managed.beforePrompt()).toBe(1)
    expect(texts()).toEqual(['first', 'second', 'now', 'third'])
  })

  it('manual: on flush', async () => {
    const { ann, managed, texts } = setUp()
    ann.send({ to: '@bob', text: 'one', mode: 'manual' })
    ann.send({ to: '@bob', text: 'two', mode: 'manual' })
    await settle()
    expect(texts()).toEqual([])
    expect(await managed.flush()).toBe(2)
    expect(texts()).toEqual(['one', 'two'])
    expect(await managed.flush()).toBe(0)
  })
})

describe('a boundary in another mode', () => {
  it('on-idle: uses the safe states of the session, or of the policy', async () => {
    const lab = setUp({ policy: { safeStates: ['waiting'] } })
    lab.ann.send({ to: '@bob', text: 'one' })
    await settle()
    expect(lab.texts()).toEqual([])
    void lab.bob.emit({ type: 'status.waiting' })
    await settle()
    expect(lab.texts()).toEqual(['one'])
    const eve = fakeSession({ handle: 'eve' })
    lab.sessions.register(eve, { safeStates: ['active'], status: 'starting' })
    lab.ann.send({ to: '@eve', text: 'two' })
    void eve.emit({ type: 'status.changed', status: 'idle' })
    await settle()
    expect(eve.received).toEqual([])
    void eve.emit({ type: 'status.changed', status: 'active' })
    await settle()
    expect(eve.received.map(({ text }) => text)).toEqual(['two'])
  })

  it('leaves unreported boundaries to a session with a queue', async () => {
    const { ann, bob } = setUp({
      bob: {
        capabilities: {
          messaging: { receive: true },
          delivery: { modes: ['next-tool-call', 'on-idle'], queue: true },
          events: { emits: ['log'] },
          lifecycle: { release: false },
        },
        receive: (_, { id }) => ({ status: 'accepted', deliveryId: id }),
      },
    })
    ann.send({ to: '@bob', text: 'one', mode: 'next-tool-call' })
    ann.send({ to: '@bob', text: 'two', mode: 'on-idle' })
    await settle()
    expect(bob.received.map(({ text, mode }) => [text, mode])).toEqual([
      ['one', 'next-tool-call'],
      ['two', 'on-idle'],
    ])
  })

  it('keeps a message deferred without a later time for the next boundary, and blocks no others', async () => {
    let deferrals = 2
    const { ann, bob, texts, sessions, managed } = setUp({
      bob: {
        receive: ({ text }, { id }) =>
          text === 'later' && deferrals-- > 0
            ? { status: 'deferred', availableAt: new Date(0) }
            : { status: 'delivered', deliveryId: id },
      },
    })
    const { deliveries } = ann.send({ to: '@bob', text: 'later', mode: 'next-message' })
    ann.send({ to: '@bob', text: 'now', mode: 'immediate' })
    await settle()
    expect(texts()).toEqual(['later', 'now'])
    await managed.beforePrompt()
    expect(texts()).toEqual(['later', 'now', 'later'])
    await bob.emit({ type: 'tool.called', tool: 'ls' })
    expect(sessions.deliveries.get(only(deliveries)).state).toBe('pending')
    await managed.beforePrompt()
    expect(sessions.deliveries.get(only(deliveries))).toMatchObject({ state: 'delivered', attempts: 3 })
  })
})

describe('an attempt', () => {
  it('passes the delivery context, and is marked before the session is called', async () => {
    const states: string[] = []
    const contexts: unknown[] = []
    const lab = setUp({
      bob: {
        receive: (message, context) => {
          states.push(lab.sessions.deliveries.get(context.id).state)
          contexts.push(context, message)
          return { status: 'delivered', deliveryId: context.id, metadata: { turn: 1 } }
        },
      },
    })
    const { message, deliveries } = lab.ann.send({ to: '@bob', text: 'hi', priority: 'urgent' })
    await settle()
    const id = only(deliveries)
    expect(states).toEqual(['surfacing'])
    expect(contexts).toEqual([
      {
        id,
        mode: 'on-idle',
        reason: 'dm',
        priority: 'urgent',
        deadline: '1970-01-01T01:16:40.000Z',
        idempotencyKey: id,
      },
      message,
    ])
    expect(lab.ann.receipts(message.id)).toEqual([
      {
        delivery: { ...deliveries[0], state: 'delivered', attempts: 1 },
        receipts: [{ deliveryId: id, attempt: 1, at: 1_000_000, status: 'delivered', metadata: { turn: 1 } }],
      },
    ])
    expect(lab.eventsOf()).toEqual([
      { type: 'session.started', sessionId: 'ses_bob' },
      { type: 'status.changed', status: 'idle' },
      { type: 'delivery.delivered', deliveryId: id, messageId: message.id },
      { type: 'message.received', deliveryId: id, messageId: message.id },
    ])
  })

  it('is retried with backoff, then becomes a dead letter with a notice to its sender', async () => {
    const { ann, clock, texts, sessions, eventsOf } = setUp({
      policy: { maxAttempts: 3, backoffMs: 1000, maxBackoffMs: 1500 },
      bob: { receive: () => ({ status: 'failed', reason: 'busy', retryable: true }) },
    })
    const { deliveries, message } = ann.send({ to: '@bob', text: 'one' })
    ann.send({ to: '@bob', text: 'behind', deadline: new Date(1_010_000) })
    const attempts: number[] = []
    for (const wait of [0, 999, 1, 1499, 1]) {
      await clock.advance(wait)
      await settle()
      attempts.push(texts().length)
    }
    expect(attempts).toEqual([1, 1, 2, 2, 4])
    expect(texts()).toEqual(['one', 'one', 'one', 'behind'])
    const id = only(deliveries)
    expect(sessions.deliveries.dead()).toEqual([
      {
        ...deliveries[0],
        state: 'dead',
        attempts: 3,
        availableAt: 1_002_500,
        dead: { reason: 'attempts', detail: 'busy (after 3 failures)' },
      },
    ])
    expect(eventsOf().filter((event) => (event as { deliveryId?: string }).deliveryId === id)).toEqual([
      { type: 'delivery.failed', deliveryId: id, messageId: message.id, reason: 'busy', retryable: true },
      { type: 'delivery.failed', deliveryId: id, messageId: message.id, reason: 'busy', retryable: true },
      {
        type: 'delivery.failed',
        deliveryId: id,
        messageId: message.id,
        reason: 'busy (after 3 failures)',
        retryable: false,
      },
    ])
    const [notice] = ann.inbox()
    expect(notice?.delivery).toMatchObject({ reason: 'notification', state: 'delivered', sender: 'capstan' })
    expect(notice?.message).toMatchObject({
      text: `The message ${message.id} to @bob was not delivered: busy (after 3 failures)`,
      from: { id: 'capstan', name: 'Capstan', handle: 'capstan' },
      metadata: { messageId: message.id, deliveryId: id, recipient: 'ses_bob', reason: 'attempts' },
    })
  })

  it('is retried when the session throws, and ends when the session refuses', async () => {
    let throws = true
    const { ann, clock, sessions } = setUp({
      bob: {
        receive: () => {
          if (!throws) return { status: 'failed', reason: 'never' }
          throws = false
          throw new Error('broken')
        },
      },
    })
    const { deliveries, message } = ann.send({ to: '@bob', text: 'one' })
    await settle()
    await clock.advance(1000)
    expect(ann.receipts(message.id)[0]?.receipts).toEqual([
      {
        deliveryId: only(deliveries),
        attempt: 1,
        at: 1_000_000,
        status: 'failed',
        reason: 'the session threw: broken',
        retryable: true,
      },
      {
        deliveryId: only(deliveries),
        attempt: 2,
        at: 1_001_000,
        status: 'failed',
        reason: 'never',
        retryable: false,
      },
    ])
    expect(sessions.deliveries.get(only(deliveries)).dead).toEqual({ reason: 'failed', detail: 'never' })
  })

  it('that is accepted ends by an event of the session, or at the deadline', async () => {
    const { ann, bob, clock, sessions, eventsOf } = setUp({
      bob: { receive: (_, { id }) => ({ status: 'accepted', deliveryId: id }) },
    })
    const send = (text: string, mode: 'immediate' | 'on-idle' | 'manual' = 'immediate') => {
      const { deliveries, message } = ann.send({ to: '@bob', text, mode, deadline: new Date(1_005_000) })
      return { deliveryId: only(deliveries), messageId: message.id }
    }
    const first = send('one')
    const behind = send('two')
    const other = send('three', 'on-idle')
    await settle()
    const states = () => sessions.deliveries.list({ recipient: 'ses_bob' }).map(({ state }) => state)
    expect(states()).toEqual(['accepted', 'pending', 'accepted'])
    await bob.emit({ type: 'delivery.delivered', ...first })
    await settle()
    expect(states()).toEqual(['delivered', 'accepted', 'accepted'])
    await bob.emit({ type: 'delivery.failed', messageId: other.messageId, reason: 'no' })
    expect(states()).toEqual(['delivered', 'accepted', 'dead'])
    await clock.advance(5000)
    expect(states()).toEqual(['delivered', 'dead', 'dead'])
    expect(sessions.deliveries.get(behind.deliveryId).dead).toEqual({
      reason: 'expired',
      detail: 'its deadline passed',
    })
    await bob.emit({ type: 'delivery.delivered', ...behind })
    expect(eventsOf().at(-1)).toEqual({
      type: 'log',
      level: 'warn',
      message: 'Dropped an event: delivery.delivered names no open delivery of the session',
    })
  })

  it.each([
    ['hold', 'in-doubt', 1],
    ['redeliver', 'delivered', 2],
  ] as const)('without an answer is in doubt, with policy %s', async (inDoubt, state, attempts) => {
    let isSilent = true
    const { ann, clock, sessions, texts } = setUp({
      policy: { inDoubt, attemptTimeoutMs: 5000 },
      bob: {
        receive: (_, { id }) => {
          if (!isSilent) return { status: 'delivered', deliveryId: id }
          isSilent = false
          return new Promise(() => {})
        },
      },
    })
    const { deliveries, message } = ann.send({ to: '@bob', text: 'one' })
    await settle()
    await clock.advance(5000)
    expect(ann.receipts(message.id)[0]?.receipts).toEqual([
      {
        deliveryId: only(deliveries),
        attempt: 1,
        at: 1_005_000,
        status: 'in-doubt',
        reason: 'the session did not answer in time',
      },
    ])
    await clock.advance(1000)
    expect(texts()).toHaveLength(attempts)
    expect(sessions.deliveries.get(only(deliveries))).toMatchObject({ state, attempts })
  })

  it('in doubt is settled by a late answer, or by the owner', async () => {
    const answers: (() => void)[] = []
    const { ann, clock, sessions, texts } = setUp({
      bob: {
        receive: (_, { id }) =>
          new Promise((resolve) => {
            answers.push(() => resolve({ status: 'delivered', deliveryId: id }))
          }),
      },
    })
    const ids = ['one', 'two', 'three', 'four'].map((text, index) =>
      only(ann.send({ to: '@bob', text, mode: index % 2 === 0 ? 'immediate' : 'on-idle' }).deliveries),
    )
    await settle()
    await clock.advance(120_000)
    const states = () => ids.map((id) => sessions.deliveries.get(id).state)
    expect(states()).toEqual(['in-doubt', 'in-doubt', 'pending', 'pending'])
    answers[0]?.()
    await settle()
    expect(states()).toEqual(['delivered', 'in-doubt', 'surfacing', 'pending'])
    expect(sessions.deliveries.settle(ids[1] ?? '', 'dead').dead).toEqual({
      reason: 'in-doubt',
      detail: 'it was given up while in doubt',
    })
    expect(states()).toEqual(['delivered', 'dead', 'surfacing', 'surfacing'])
    expect(sessions.deliveries.redeliver(ids[1] ?? '')).toMatchObject({
      state: 'pending',
      deadline: 4_720_000,
    })
    expect(() => sessions.deliveries.settle(ids[0] ?? '', 'dead')).toThrow(
      `The delivery ${ids[0]} is delivered`,
    )
    expect(() => sessions.deliveries.redeliver(ids[0] ?? '')).toThrow(`The delivery ${ids[0]} is delivered`)
    expect(() => sessions.deliveries.get('del_x')).toThrow('Unknown delivery "del_x"')
    expect(texts()).toEqual(['one', 'two', 'three', 'four'])
  })

  it('with an invalid receipt is in doubt', async () => {
    const { ann } = setUp({
      bob: {
        receive: ({ text }) =>
          ({ nothing: 'yes', other: { status: 'delivered', deliveryId: 'x' }, word: { status: 'ok' } })[
            text
          ] as never,
      },
    })
    const reasons: unknown[] = []
    for (const [index, text] of ['nothing', 'other', 'word'].entries()) {
      const modes = ['immediate', 'on-idle', 'manual'] as const
      const { message } = ann.send({ to: '@bob', text, mode: modes[index] ?? 'manual' })
      reasons.push(() => ann.receipts(message.id)[0]?.receipts.map(({ status, reason }) => [status, reason]))
    }
    await settle()
    expect(reasons.map((reason) => (reason as () => unknown)())).toEqual([
      [['in-doubt', 'the session answered without a receipt']],
      [['in-doubt', 'the receipt is for "x"']],
      [],
    ])
  })

  it('is not made when the session has lost the capability', async () => {
    const capabilities = structuredClone(ableCapabilities)
    const { ann, bob, sessions, texts, eventsOf } = setUp({ bob: { capabilities } })
    void bob.emit({ type: 'status.changed', status: 'active' })
    const { deliveries } = ann.send({ to: '@bob', text: 'one' })
    capabilities.delivery.modes = ['immediate']
    void bob.emit({ type: 'status.changed', status: 'idle' })
    await settle()
    expect(texts()).toEqual([])
    expect(sessions.deliveries.get(only(deliveries)).dead).toEqual({
      reason: 'failed',
      detail: "'ses_bob' does not support delivery.on-idle",
    })
    expect(eventsOf()).toContainEqual({
      type: 'log',
      level: 'info',
      message: 'The capabilities of the session changed: delivery.modes',
    })
  })
})

describe('after the end of the process', () => {
  it('delivers queued messages, and puts running deliveries in doubt', async () => {
    const store = createMemoryStore()
    const before = setUp({ store, bob: { receive: () => new Promise(() => {}) } })
    const lost = before.ann.send({ to: '@bob', text: 'lost', mode: 'immediate' })
    const kept = before.ann.send({ to: '@bob', text: 'kept', mode: 'manual' })
    await settle()
    // Simulates a crash: never closed.
    const after = setUp({ store, clock: new ManualClock(1_001_000) })
    expect(await after.managed.flush()).toBe(1)
    expect(after.texts()).toEqual(['kept'])
    expect(after.sessions.deliveries.get(only(lost.deliveries)).state).toBe('in-doubt')
    expect(after.sessions.deliveries.get(only(kept.deliveries)).state).toBe('delivered')
    expect(after.ann.inbox().map(({ message }) => message.text)).toEqual([
      `The message ${lost.message.id} to @bob may not have been delivered: the process ended during the delivery`,
    ])
    expect(after.eventsOf().slice(2)).toEqual([
      {
        type: 'status.changed',
        status: 'offline',
        previousStatus: 'idle',
        reason: 'the previous process ended unexpectedly',
      },
      {
        type: 'delivery.failed',
        deliveryId: only(lost.deliveries),
        messageId: lost.message.id,
        reason: 'in doubt: the process ended during the delivery',
        retryable: false,
      },
      { type: 'session.resumed', sessionId: 'ses_bob' },
      { type: 'status.changed', status: 'idle', previousStatus: 'offline' },
      { type: 'delivery.delivered', deliveryId: only(kept.deliveries), messageId: kept.message.id },
      { type: 'message.received', deliveryId: only(kept.deliveries), messageId: kept.message.id },
    ])
  })

  it('waits for running deliveries on close, and starts no more', async () => {
    const store = createMemoryStore()
    let answer = (): void => {}
    const { ann, sessions, texts, bob, eventsOf } = setUp({
      store,
      bob: {
        receive: (_, { id }) =>
          new Promise((resolve) => {
            answer = () => resolve({ status: 'delivered', deliveryId: id })
          }),
      },
    })
    ann.send({ to: '@bob', text: 'one' })
    ann.send({ to: '@bob', text: 'two' })
    await settle()
    const closed = sessions.close()
    await settle()
    answer()
    await closed
    expect(texts()).toEqual(['one'])
    expect(store.deliveries().map(({ state }) => state)).toEqual(['delivered', 'pending'])
    expect(bob.isListenedTo()).toBe(false)
    expect(eventsOf().at(-1)).toEqual({
      type: 'status.changed',
      status: 'offline',
      previousStatus: 'idle',
      reason: 'the sessions were closed',
    })
    expect(sessions.list()).toEqual([])
    await sessions.close()
    const late = [
      () => ann.send({ to: '@bob', text: 'x' }),
      () => sessions.join({ name: 'X' }),
      () => sessions.register(fakeSession({ handle: 'x' })),
    ]
    expect(late.map(failureOf)).toEqual(
      late.map(() => ({
        name: 'CapstanError',
        code: 'SESSIONS_CLOSED',
        message: 'The sessions are closed',
        hint: 'Call createSessions() again with the same store; it keeps queued messages.',
      })),
    )
  })
})
