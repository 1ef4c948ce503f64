import type { SessionMessage } from '../messages/message.ts'
import type { DeliveryReceipt } from '../messages/receipt.ts'
import { DeliveryTable } from './memory/delivery-table.ts'
import { EventTable } from './memory/event-table.ts'
import { findOld, type OldRecords, prune, removeOld } from './memory/pruning.ts'
import { Table } from './memory/table.ts'
import { UndoLog } from './memory/undo-log.ts'
import type {
  ChannelRecord,
  IdempotencyRecord,
  InvocationRecord,
  LocalStore,
  ParticipantRecord,
  PruneQuery,
  SessionStore,
} from './session-store.ts'
import { type RetentionOptions, retentionOf } from './retention.ts'
import { storeConflict } from './store-errors.ts'

/**
 * A store in memory. Closing it changes nothing: `createSessions` can be called with it again.
 * @throws ValidationError
 */
export function createMemoryStore(options: RetentionOptions = {}): LocalStore {
  return createTables(new UndoLog(), options)
}

/** A store in memory whose owner undoes transactions and loads stored events. */
export interface Tables extends LocalStore {
  /** Numbers the events from here on; only while there are none. */
  startEventsAfter(cursor: number): void
  /** The next delivery of the recipient follows this sequence. */
  startMailboxAfter(recipient: string, sequence: number): void
  /** One batch of the records that `prune` deletes. */
  findOld(query: PruneQuery): OldRecords
  removeOld(old: OldRecords): void
}

/** `isOurs`: whether this process ends the deliveries of a recipient. @throws ValidationError */
export function createTables(
  undo: UndoLog,
  options: RetentionOptions & { isOurs?: (recipient: string) => boolean } = {},
): Tables {
  const deliveries = new DeliveryTable(undo, options.isOurs)
  const participants = new Table<ParticipantRecord>(undo)
  const channels = new Table<ChannelRecord>(undo)
  const messages = new Table<SessionMessage>(undo)
  const keys = new Table<IdempotencyRecord>(undo)
  const receipts = new Table<readonly DeliveryReceipt[]>(undo)
  const invocations = new Table<InvocationRecord>(undo)
  const events = new EventTable(undo, retentionOf(options))

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

  const tables = { deliveries, participants, messages, keys, receipts, invocations }

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
    messages: (query) => messagesOf(messages, query),
    idempotency: (sender, key) => keys.get(keyName(sender, key)),

    startMailboxAfter: (recipient, sequence) => deliveries.startAfter(recipient, sequence),
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

    appendEvent: (entry) => events.append(entry),
    events: (query = {}) => events.list(query),
    lastCursor: () => events.lastCursor,
    firstCursor: () => events.firstCursor,
    startEventsAfter: (cursor) => events.startAfter(cursor),

    putInvocation: (record) => invocations.put(record.id, record),
    invocation: (id) => invocations.get(id),
    invocations: ({ limit, ...fields } = {}) =>
      invocations
        .values()
        .filter((record) => hasFields(record, fields))
        .slice(0, limit),

    findOld: (query) => findOld(tables, query),
    removeOld: (old) => undo.transaction(() => removeOld(tables, old)),
    prune: (query) => undo.transaction(() => prune(tables, query)),

    close: () => {},
  }
}

function messagesOf(
  messages: Table<SessionMessage>,
  { conversationId, threadId, after, limit }: Parameters<SessionStore['messages']>[0],
): SessionMessage[] {
  if (after !== undefined && !messages.has(after)) return []
  return messages
    .values(after)
    .filter((message) => conversationId === undefined || message.conversationId === conversationId)
    .filter((message) => threadId === undefined || message.threadId === threadId)
    .slice(0, limit)
}

/** Whether a record has these values; undefined matches any. */
function hasFields<Fields extends object>(record: Fields, fields: Partial<Fields>): boolean {
  const names = Object.keys(fields) as (keyof Fields)[]
  return names.every((name) => fields[name] === undefined || record[name] === fields[name])
}

/** The length prefix keeps sender and key apart. */
function keyName(sender: string, key: string): string {
  return `${sender.length} ${sender} ${key}`
}
