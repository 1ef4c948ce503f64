import type { SessionMessage } from '../messages/message.ts'
import type { DeliveryReceipt } from '../messages/receipt.ts'
import { DeliveryTable } from './memory/delivery-table.ts'
import { UndoLog } from './memory/undo-log.ts'
import type {
  ChannelRecord,
  IdempotencyRecord,
  InvocationRecord,
  LoggedEvent,
  ParticipantRecord,
  SessionStore,
} from './session-store.ts'
import { type RetentionOptions, retentionOf } from './retention.ts'
import { storableEvent } from './storable-event.ts'
import { storeConflict } from './store-errors.ts'

/**
 * A store in memory. Closing it changes nothing: `createSessions` can be called with it again.
 * @throws ValidationError
 */
export function createMemoryStore(options: RetentionOptions = {}): SessionStore {
  const retention = retentionOf(options)
  const undo = new UndoLog()
  const deliveries = new DeliveryTable(undo)
  const participants = new Table<ParticipantRecord>(undo)
  const channels = new Table<ChannelRecord>(undo)
  const messages = new Table<SessionMessage>(undo)
  const keys = new Table<IdempotencyRecord>(undo)
  const receipts = new Table<readonly DeliveryReceipt[]>(undo)
  const invocations = new Table<InvocationRecord>(undo)
  const events: LoggedEvent[] = []
  /** The number of removed events. */
  let cut = 0
  const cutTo = (cursor: number): void => {
    const removed = events.splice(0, cursor - cut)
    cut += removed.length
    undo.record(() => {
      events.unshift(...removed)
      cut -= removed.length
    })
  }

  const addMessage: SessionStore['addMessage'] = (message, drafts, idempotency) => {
    if (messages.has(message.id)) throw storeConflict(`The message ${JSON.stringify(message.id)}`)
    messages.put(message.id, message)
    if (idempotency !== undefined) {
      const key = keyName(idempotency.sender, idempotency.key)
      if (keys.has(key)) throw storeConflict(`The idempotency key ${JSON.stringify(idempotency.key)}`)
      keys.put(key, idempotency)
    }
    return drafts.map((draft) => deliveries.add(draft))
  }

  return {
    transaction: (work) => undo.transaction(work),

    putParticipant: (record) => participants.put(record.identity.id, record),
    participant: (id) => participants.get(id),
    participants: () => participants.values(),
    removeParticipant: (id) => participants.remove(id),

    putChannel: (record) => channels.put(record.name, record),
    channel: (name) => channels.get(name),
    channels: () => channels.values(),

    addMessage: (...given) => undo.transaction(() => addMessage(...given)),
    message: (id) => messages.get(id),
    messages: ({ conversationId, threadId, after, limit }) => {
      if (after !== undefined && !messages.has(after)) return []
      return messages
        .values(after)
        .filter((message) => conversationId === undefined || message.conversationId === conversationId)
        .filter((message) => threadId === undefined || message.threadId === threadId)
        .slice(0, limit)
    },
    idempotency: (sender, key) => keys.get(keyName(sender, key)),

    delivery: (id) => deliveries.get(id),
    deliveries: (query = {}) => deliveries.list(query),
    countDeliveries: (query = {}) => deliveries.count(query),
    due: (query) => deliveries.due(query),
    nextMoment: (now) => deliveries.nextMoment(now),
    expired: (now, limit) => deliveries.expired(now, limit),
    updateDelivery: (id, change, receipt) => {
      const delivery = deliveries.change(id, change)
      if (receipt !== undefined) receipts.put(id, [...(receipts.get(id) ?? []), receipt])
      return delivery
    },
    receipts: (deliveryId) => [...(receipts.get(deliveryId) ?? [])],

    appendEvent: ({ at, session, event }) => {
      const entry = { cursor: cut + events.length + 1, at, session, event: storableEvent(event) }
      events.push(entry)
      undo.record(() => events.pop())
      const oldest = retention(entry.cursor)
      if (oldest !== undefined) cutTo(oldest)
      return entry
    },
    events: ({ after = 0, session, types, limit } = {}) => {
      const found: LoggedEvent[] = []
      for (
        let at = Math.max(0, after - cut);
        at < events.length && found.length < (limit ?? Infinity);
        at++
      ) {
        const entry = events[at]
        if (entry === undefined || (session !== undefined && entry.session !== session)) continue
        if (types === undefined || types.includes(entry.event.type)) found.push(entry)
      }
      return found
    },
    lastCursor: () => cut + events.length,
    firstCursor: () => cut + 1,

    putInvocation: (record) => invocations.put(record.id, record),
    invocation: (id) => invocations.get(id),
    invocations: ({ action, caller, idempotencyKey, limit } = {}) =>
      invocations
        .values()
        .filter((record) => action === undefined || record.action === action)
        .filter((record) => caller === undefined || record.caller === caller)
        .filter((record) => idempotencyKey === undefined || record.idempotencyKey === idempotencyKey)
        .slice(0, limit),

    close: () => {},
  }
}

/** Records by key, in insertion order. */
class Table<Value> {
  readonly #undo: UndoLog
  readonly #rows = new Map<string, { ordinal: number; value: Value }>()
  #next = 0

  constructor(undo: UndoLog) {
    this.#undo = undo
  }

  has(key: string): boolean {
    return this.#rows.has(key)
  }

  get(key: string): Value | undefined {
    return this.#rows.get(key)?.value
  }

  put(key: string, value: Value): void {
    const before = this.#rows.get(key)
    this.#rows.set(key, { ordinal: before?.ordinal ?? this.#next++, value })
    this.#undo.record(() => this.#restore(key, before))
  }

  remove(key: string): void {
    const before = this.#rows.get(key)
    this.#rows.delete(key)
    this.#undo.record(() => this.#restore(key, before))
  }

  /** All values, or those inserted after this key. */
  values(after?: string): Value[] {
    const from = after === undefined ? -1 : (this.#rows.get(after)?.ordinal ?? -1)
    return [...this.#rows.values()]
      .filter(({ ordinal }) => ordinal > from)
      .toSorted((left, right) => left.ordinal - right.ordinal)
      .map(({ value }) => value)
  }

  #restore(key: string, before: { ordinal: number; value: Value } | undefined): void {
    if (before === undefined) this.#rows.delete(key)
    else this.#rows.set(key, before)
  }
}

/** The length prefix keeps sender and key apart. */
function keyName(sender: string, key: string): string {
  return `${sender.length} ${sender} ${key}`
}
