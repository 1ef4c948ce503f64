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

/** Deletes one batch of old records; returns how many messages and invocations. */
export function prune(
  tables: PrunedTables,
  { messagesBefore, invocationsBefore, limit }: PruneQuery,
): number {
  const { deliveries, messages, keys, receipts, invocations } = tables
  const old = messages.values().filter((message) => isOld(tables, message, messagesBefore))
  const ids = new Set(old.slice(0, limit).map(({ id }) => id))
  for (const id of ids) {
    for (const delivery of deliveries.removeOf(id)) receipts.remove(delivery)
    messages.remove(id)
  }
  if (ids.size > 0)
    for (const key of keys.keys()) if (ids.has(keys.get(key)?.messageId ?? '')) keys.remove(key)
  const ended = invocations.values().filter(({ startedAt }) => startedAt < invocationsBefore)
  for (const { id } of ended.slice(0, limit)) invocations.remove(id)
  return ids.size + Math.min(ended.length, limit)
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
