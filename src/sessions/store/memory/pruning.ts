import type { SessionMessage } from '../../messages/message.ts'
import type { DeliveryReceipt } from '../../messages/receipt.ts'
import type { IdempotencyRecord, InvocationRecord, ParticipantRecord, PruneQuery } from '../session-store.ts'
import type { DeliveryTable } from './delivery-table.ts'
import type { Table } from './table.ts'

export interface PrunedTables {
  deliveries: DeliveryTable
  participants: Table<ParticipantRecord>
  messages: Table<SessionMessage>
  keys: Table<IdempotencyRecord>
  receipts: Table<readonly DeliveryReceipt[]>
  invocations: Table<InvocationRecord>
}

/** The ids of old records. */
export interface OldRecords {
  messages: readonly string[]
  invocations: readonly string[]
}

/** One batch of old records. */
export function findOld(
  tables: PrunedTables,
  { messagesBefore, invocationsBefore, limit }: PruneQuery,
): OldRecords {
  const { messages, invocations } = tables
  const old = messages.values().filter((message) => isOld(tables, message, messagesBefore))
  const ended = invocations.values().filter(({ startedAt }) => startedAt < invocationsBefore)
  return {
    messages: old.slice(0, limit).map(({ id }) => id),
    invocations: ended.slice(0, limit).map(({ id }) => id),
  }
}

/** Deletes messages with their deliveries, receipts and keys, and invocations. */
export function removeOld(tables: PrunedTables, old: OldRecords): void {
  const { deliveries, messages, keys, receipts, invocations } = tables
  const ids = new Set(old.messages)
  for (const id of ids) {
    for (const delivery of deliveries.removeOf(id)) receipts.remove(delivery)
    messages.remove(id)
  }
  if (ids.size > 0)
    for (const key of keys.keys()) if (ids.has(keys.get(key)?.messageId ?? '')) keys.remove(key)
  for (const id of old.invocations) invocations.remove(id)
}

/** Deletes one batch of old records; returns how many messages and invocations. */
export function prune(tables: PrunedTables, query: PruneQuery): number {
  const old = findOld(tables, query)
  removeOld(tables, old)
  return old.messages.length + old.invocations.length
}

function isOld(
  { deliveries, participants }: PrunedTables,
  { id, createdAt }: SessionMessage,
  before: number,
): boolean {
  if (new Date(createdAt).getTime() >= before) return false
  return deliveries.list({ messageId: id }).every((delivery) => {
    const { state, deadline, recipient } = delivery
    const isLast = deliveries.isNewest(delivery) && participants.has(recipient)
    return (state === 'delivered' || state === 'dead') && deadline < before && !isLast
  })
}
