import type { PruneQuery } from '../session-store.ts'
import type { Connection } from './connection.ts'
import { deliveryOf } from './delivery-row.ts'
import { open } from './delivery-sql.ts'
import type { MailboxCounts } from './mailbox-counts.ts'
import type { RecentDeliveries } from './recent-deliveries.ts'

/**
 * Ended messages. The newest delivery of a stored recipient stays, because the next sequence follows it.
 */
const prunableSql = `
SELECT id FROM messages WHERE number < $end AND NOT EXISTS (
  SELECT 1 FROM deliveries AS each WHERE each.message = messages.id AND (
    each.${open} OR each.deadline >= $before OR (
      each.sequence = (SELECT max(sequence) FROM deliveries WHERE recipient = each.recipient)
      AND EXISTS (SELECT 1 FROM participants WHERE participants.id = each.recipient)
    )
  )
) ORDER BY number LIMIT $limit`

const deletions = [
  'DELETE FROM receipts WHERE delivery IN (SELECT id FROM deliveries WHERE message = ?)',
  'DELETE FROM deliveries WHERE message = ?',
  'DELETE FROM idempotency WHERE message = ?',
  'DELETE FROM messages WHERE id = ?',
]

/** Deletes one batch of old records; returns how many messages and invocations. */
export function prune(
  connection: Connection,
  { counts, recent }: { counts: MailboxCounts; recent: RecentDeliveries },
  query: PruneQuery,
): number {
  const { messagesBefore, invocationsBefore, limit } = query
  const messageEnd = endOf(connection, {
    table: 'messages',
    time: "unixepoch(json_extract(body, '$.createdAt'), 'subsec') * 1000",
    before: messagesBefore,
  })
  const invocationEnd = endOf(connection, {
    table: 'invocations',
    time: "json_extract(body, '$.startedAt')",
    before: invocationsBefore,
  })
  return connection.transaction(() => {
    const values = { end: messageEnd, before: finite(messagesBefore), limit }
    const messages = connection.all(prunableSql, values) as { id: string }[]
    for (const { id } of messages) {
      const deliveries = connection.all('SELECT * FROM deliveries WHERE message = ?', id).map(deliveryOf)
      for (const deletion of deletions) connection.run(deletion, id)
      for (const delivery of deliveries) counts.removed(delivery)
    }
    recent.clear()
    const oldest = 'SELECT number FROM invocations WHERE number < ? ORDER BY number LIMIT ?'
    const invocations = connection.all(oldest, invocationEnd, limit) as { number: number }[]
    for (const { number } of invocations) connection.run('DELETE FROM invocations WHERE number = ?', number)
    return messages.length + invocations.length
  })
}

/** The number of the first row that is not older. Rows are in order of time, so a binary search needs no index. */
function endOf(
  connection: Connection,
  { table, time, before }: { table: 'messages' | 'invocations'; time: string; before: number },
): number {
  const bounds = connection.get(`SELECT min(number) AS low, max(number) AS high FROM ${table}`)
  let { low, high } = bounds as { low: number | null; high: number | null }
  if (low === null || high === null || before === -Infinity) return 0
  const sql = `SELECT number, ${time} AS at FROM ${table} WHERE number >= ? ORDER BY number LIMIT 1`
  high += 1
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const row = connection.get(sql, middle) as { number: number; at: number } | undefined
    if (row !== undefined && row.at < before) low = row.number + 1
    else high = middle
  }
  return low
}

function finite(time: number): number {
  return Math.max(time, -1)
}
