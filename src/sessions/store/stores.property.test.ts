import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { CapstanError } from '../../core/capstan-error.ts'
import type { Delivery } from '../delivery.ts'
import type { SessionMessage } from '../messages/message.ts'
import { TestServer } from '../../../test/support/sessions/test-server.ts'
import { createMemoryStore } from './memory.ts'
import type { DeliveryQuery, SessionStore } from './session-store.ts'
import { openSqliteStore } from './sqlite.ts'

const folder = mkdtempSync(join(tmpdir(), 'capstan-both-stores-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A step for which both stores must give the same answer. */
type Step = (store: SessionStore) => unknown

const who = fc.constantFrom('ana', 'bob', 'cleo')
const mode = fc.constantFrom('immediate', 'on-idle', 'manual')
const state = fc.constantFrom('pending', 'surfacing', 'accepted', 'in-doubt', 'delivered', 'dead')
const number = fc.nat({ max: 11 })
const moment = fc.nat({ max: 20 })
const text = fc.string({ unit: 'binary', maxLength: 6 })
const few = fc.option(fc.nat({ max: 4 }), { nil: undefined })
const maybe = <Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> =>
  fc.option(value, { nil: undefined })

const send = fc
  .record({
    number,
    sender: who,
    recipients: fc.uniqueArray(who),
    mode,
    moment,
    text,
    state,
    key: maybe(number),
  })
  .map(({ number: id, sender, recipients, key, ...rest }): Step => {
    const message: SessionMessage = {
      id: `m${id}`,
      messageId: `m${id}`,
      kind: 'dm',
      text: rest.text,
      from: { id: sender, name: sender, handle: sender },
      to: recipients,
      conversationId: sender,
      mentions: [],
      attachments: [],
      createdAt: '',
      ...(id % 2 === 0 ? { threadId: 'm1' } : {}),
    }
    const drafts = recipients.map((recipient) => ({
      id: `m${id}-${recipient}`,
      messageId: message.id,
      sender,
      recipient,
      mode: rest.mode,
      reason: 'dm' as const,
      priority: 'normal' as const,
      state: rest.state,
      attempts: 0,
      createdAt: 10,
      availableAt: rest.moment,
      deadline: 30 - rest.moment,
    }))
    const idempotency =
      key === undefined ? undefined : { sender, key: `k${key}`, digest: rest.text, messageId: message.id }
    return (store) => store.addMessage(message, drafts, idempotency)
  })

const change = fc
  .record({ number, who, state, moment, dead: fc.boolean(), mode: maybe(mode), receipt: fc.boolean() })
  .map(({ number: id, who: name, receipt, moment: at, dead, ...rest }): Step => {
    const deliveryId = `m${id}-${name}`
    return (store) =>
      store.updateDelivery(
        deliveryId,
        {
          state: rest.state,
          availableAt: at,
          dead: dead ? { reason: 'failed', detail: 'x' } : undefined,
          ...(rest.mode === undefined ? {} : { mode: rest.mode }),
          ...(at % 3 === 0 ? { readAt: at } : {}),
        },
        receipt ? { deliveryId, attempt: 1, at, status: 'failed', reason: 'x' } : undefined,
      )
  })

const note = fc.record({ who, text, at: moment }).map(({ who: session, text: content, at }): Step => {
  return (store) =>
    store.appendEvent({ at, session, event: { type: 'log', level: 'info', message: content } })
})

const others = fc.record({ who, text, number, removed: fc.boolean() }).map((given): Step => {
  const { who: id, text: name, number: at, removed } = given
  return (store) => {
    if (removed) store.removeParticipant(id)
    else
      store.putParticipant({
        identity: { id, name, handle: id },
        kind: 'person',
        createdAt: at,
        updatedAt: at,
      })
    store.putChannel({ name: id, topic: name, members: [id], createdAt: at })
    store.putInvocation({
      id: `i${at}`,
      action: name,
      caller: id,
      status: 'invoked',
      input: name,
      startedAt: at,
      ...(removed ? { idempotencyKey: 'k' } : {}),
    })
  }
})

const query: fc.Arbitrary<DeliveryQuery> = fc.record(
  {
    recipient: maybe(who),
    sender: maybe(who),
    messageId: maybe(number.map((id) => `m${id}`)),
    states: maybe(fc.array(state)),
    modes: maybe(fc.array(mode)),
    unread: fc.boolean(),
    afterSequence: few,
    limit: few,
    order: fc.constantFrom('oldest' as const, 'newest' as const),
  },
  { requiredKeys: [] },
)

const question = fc.oneof(
  query.map((filter): Step => (store) => [store.deliveries(filter), store.countDeliveries(filter)]),
  fc.record({ recipient: who, modes: fc.array(mode), now: moment }).map(
    (due): Step =>
      (store) =>
        store.due(due),
  ),
  fc.record({ now: moment, limit: few }).map(({ now, limit }): Step => (store) => [
    store.nextMoment(now),
    store.expired(now, limit),
  ]),
  fc.record({ number, who }).map(({ number: id, who: name }): Step => {
    const delivery = `m${id}-${name}`
    return (store) => [
      store.delivery(delivery),
      store.receipts(delivery),
      store.message(`m${id}`),
      store.idempotency(name, `k${id}`),
      store.participant(name),
      store.channel(name),
      store.invocation(`i${id}`),
    ]
  }),
  fc.record({ number, who, limit: few }).map(({ number: id, who: session, limit }): Step => (store) => [
    store.messages({ conversationId: session, after: `m${id}` }),
    store.messages({ threadId: 'm1', ...(limit === undefined ? {} : { limit }) }),
    store.events({ after: id, ...(limit === undefined ? {} : { limit }) }),
    store.events({ session, types: ['log'] }),
    store.lastCursor(),
    store.invocations({ caller: session, idempotencyKey: 'k' }),
    store.invocations(limit === undefined ? {} : { limit }),
  ]),
)

/** Steps in a transaction, possibly nested, that may fail at its end. */
const { step } = fc.letrec<{ step: Step; transaction: Step }>((tie) => ({
  step: fc.oneof(
    { maxDepth: 3 },
    { weight: 6, arbitrary: send },
    { weight: 6, arbitrary: change },
    { weight: 1, arbitrary: note },
    { weight: 1, arbitrary: others },
    { weight: 6, arbitrary: question },
    { weight: 2, arbitrary: tie('transaction') },
  ),
  transaction: fc
    .record({ steps: fc.array(tie('step'), { maxLength: 6 }), fails: fc.boolean() })
    .map(({ steps, fails }): Step => (store) => {
      const answers: unknown[] = []
      return store.transaction(() => {
        for (const each of steps) answers.push(answerOf(each, store))
        if (fails) throw new CapstanError('TAKEN_BACK', 'taken back', { cause: answers })
        return answers
      })
    }),
}))

/** The result of a step, or the code of its error. */
function answerOf(each: Step, store: SessionStore): unknown {
  try {
    return each(store)
  } catch (error) {
    if (!CapstanError.isInstance(error)) throw error
    return error.code === 'TAKEN_BACK' ? error.cause : error.code
  }
}

function everythingIn(store: SessionStore): unknown {
  const deliveries = store.deliveries()
  return [
    deliveries,
    deliveries.map(({ id }: Delivery) => store.receipts(id)),
    store.messages({}),
    store.participants(),
    store.channels(),
    store.events(),
    store.invocations(),
  ]
}

test('a store in PostgreSQL gives the same answers, and another node reads the same', async () => {
  await using server = new TestServer()
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const schema = server.schema()
      const memory = createMemoryStore()
      const first = await server.open({ schema })
      const watching = await server.open({ schema })
      try {
        for (const each of steps) expect(answerOf(each, first)).toEqual(answerOf(each, memory))
        await first.shared.durably(() => undefined)
        await expect.poll(() => everythingIn(watching), { interval: 5 }).toEqual(everythingIn(memory))
        const loaded = await server.open({ schema })
        expect(everythingIn(loaded)).toEqual(everythingIn(memory))
        await loaded.close()
      } finally {
        await first.close()
        await watching.close()
      }
    }),
    { numRuns: Number(process.env['CAPSTAN_STORE_RUNS'] ?? 15) },
  )
})

test('both stores give the same answers to random operations', () => {
  let files = 0
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const path = join(folder, `${files++}.db`)
      const memory = createMemoryStore()
      let sqlite = openSqliteStore({ path })
      try {
        for (const each of steps) expect(answerOf(each, sqlite)).toEqual(answerOf(each, memory))
        sqlite.close()
        sqlite = openSqliteStore({ path })
        expect(everythingIn(sqlite)).toEqual(everythingIn(memory))
      } finally {
        sqlite.close()
        rmSync(path)
      }
    }),
    { numRuns: Number(process.env['CAPSTAN_STORE_RUNS'] ?? 60) },
  )
})
