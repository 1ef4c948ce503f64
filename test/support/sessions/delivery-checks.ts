import assert from 'node:assert/strict'
import type {
  Delivery,
  MessageReceipt,
  Participant,
  Sessions,
  SessionStore,
} from '../../../src/sessions/index.ts'
import type { Answer } from './delivery-model.ts'

/** Whether an agent that answers so may have seen the message. */
export function maySurface({ does }: Answer): boolean {
  return !['refuse', 'retry', 'throw', 'accept', 'defer'].includes(does)
}

/** What a session does with a message. */
export function answerOf(
  answer: Answer,
  {
    deliveryId,
    now,
    work,
    crash,
    hang,
  }: {
    deliveryId: string
    now: number
    work: () => void
    crash: () => void
    hang: (resolve: (receipt: MessageReceipt) => void) => void
  },
): MessageReceipt | Promise<MessageReceipt> {
  switch (answer.does) {
    case 'deliver-and-work':
      work()
      return { status: 'delivered', deliveryId }
    case 'deliver':
      return { status: 'delivered', deliveryId }
    case 'accept':
      return { status: 'accepted', deliveryId }
    case 'refuse':
      return { status: 'failed', reason: 'no' }
    case 'retry':
      return { status: 'failed', reason: 'not now', retryable: true }
    case 'throw':
      throw new Error('broken')
    case 'defer':
      return { status: 'deferred', availableAt: new Date(now + answer.by) }
    case 'garble':
      return { status: 'perhaps' } as unknown as MessageReceipt
    case 'crash':
      crash()
      return new Promise(() => {})
    case 'hang':
      return new Promise(hang)
  }
}

/** Violations that only the session can see. */
export function violationsOf(
  { recipient, sender, mode, sequence, state }: Delivery,
  store: Pick<SessionStore, 'participant' | 'deliveries'>,
): string[] {
  const { status } = store.participant(recipient) ?? {}
  const isAwake = ['active', 'idle', 'waiting', 'blocked'].includes(status ?? '')
  const before = store
    .deliveries({ recipient, sender, modes: [mode] })
    .filter((each) => each.sequence < sequence && each.state !== 'delivered' && each.state !== 'dead')
  return [
    ...(isAwake ? [] : [`handed over while ${status}`]),
    ...(state === 'surfacing' ? [] : [`handed over while it is ${state}`]),
    ...(before.length === 0 ? [] : [`${sequence} went before ${before[0]?.sequence}`]),
  ]
}

/** Everything that must hold for deliveries whose deadlines have passed. */
export function requireEnded(
  deliveries: readonly string[],
  {
    sessions,
    store,
    people,
    holdsDoubts,
    redelivered,
    seen,
  }: {
    sessions: Sessions
    store: Pick<SessionStore, 'receipts'>
    people: readonly Participant[]
    holdsDoubts: boolean
    redelivered: ReadonlySet<string>
    /** How often each delivery may have surfaced. */
    seen: ReadonlyMap<string, number>
  },
): void {
  const notices = people
    .flatMap((person) => person.inbox())
    .filter(({ delivery }) => delivery.reason === 'notification')
  for (const id of deliveries) {
    const { state, attempts } = sessions.deliveries.get(id)
    // No message is lost, and each ends by its deadline.
    const isHeld = state === 'in-doubt' && holdsDoubts
    if (!isHeld) assert.ok(['delivered', 'dead'].includes(state), `${id} is ${state} at the end`)
    // Every attempt and every end has a receipt.
    const receipts = store.receipts(id)
    const attempted = new Set(receipts.map(({ attempt }) => attempt).filter((attempt) => attempt > 0))
    assert.equal(attempted.size, attempts)
    if (state === 'delivered') assert.equal(receipts.at(-1)?.status, 'delivered')
    if (state === 'dead') assert.equal(receipts.at(-1)?.status, 'failed')
    if (state === 'dead' || isHeld) {
      assert.ok(notices.some(({ message }) => message.metadata?.['deliveryId'] === id))
    }
    if (holdsDoubts && !redelivered.has(id))
      assert.ok((seen.get(id) ?? 0) <= 1, `${id} may have been seen twice`)
  }
  const cursors = sessions.events.read().map(({ cursor }) => cursor)
  assert.deepEqual(
    cursors,
    cursors.toSorted((left, right) => left - right),
  )
}
