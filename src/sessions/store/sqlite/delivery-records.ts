import type { Delivery } from '../../delivery.ts'
import type { DeliveryReceipt } from '../../messages/receipt.ts'
import { changedDelivery } from '../changed-delivery.ts'
import { openStates } from '../delivery-states.ts'
import type { DeliveryChange, DeliveryQuery, SessionStore } from '../session-store.ts'
import { unknownDelivery } from '../store-errors.ts'
import { decode, encode } from '../body.ts'
import { Conditions } from './conditions.ts'
import type { Connection } from './connection.ts'
import { changedColumns, deliveryOf } from './delivery-row.ts'
import { beginningSql, dueSql, endingSql, expiredSql, open } from './delivery-sql.ts'
import type { MailboxCounts } from './mailbox-counts.ts'
import type { RecentDeliveries } from './recent-deliveries.ts'

type Part = Pick<
  SessionStore,
  | 'delivery'
  | 'deliveries'
  | 'countDeliveries'
  | 'due'
  | 'nextMoment'
  | 'expired'
  | 'updateDelivery'
  | 'receipts'
>

/** Deliveries and their receipts. */
export function deliveryRecords(
  connection: Connection,
  { counts, recent }: { counts: MailboxCounts; recent: RecentDeliveries },
): Part {
  return {
    delivery: (id) => recent.find(id)?.delivery,
    deliveries: (query = {}) => {
      const conditions = conditionsOf(query)
      const order = query.recipient === undefined ? 'number' : 'sequence'
      const clause = conditions.ordered(query.order === 'newest' ? `${order} DESC` : order, query.limit)
      return connection.all(`SELECT * FROM deliveries${clause}`, ...conditions.values).map(deliveryOf)
    },
    countDeliveries: (query = {}) => {
      const known = knownAmount(counts, query)
      if (known !== undefined) return Math.min(known, query.limit ?? Infinity)
      const conditions = conditionsOf(query)
      const sql = `SELECT count(*) FROM deliveries${conditions.where}`
      return Math.min(Number(connection.value(sql, ...conditions.values) ?? 0), query.limit ?? Infinity)
    },

    due: ({ recipient, modes, now }) =>
      counts.amount(recipient, ['pending']) === 0
        ? []
        : connection
            .all(dueSql, { recipient, now })
            .map((row) => recent.read(row).delivery)
            .filter(({ mode }) => modes.includes(mode))
            .toSorted((left, right) => left.sequence - right.sequence),
    nextMoment: (now) => {
      const end = connection.value(endingSql) ?? Infinity
      const begin = connection.value(beginningSql, now) ?? Infinity
      const moment = Math.min(Number(end), Number(begin))
      return moment === Infinity ? undefined : moment
    },
    expired: (now, limit = -1) => connection.all(expiredSql, now, limit).map(deliveryOf),

    updateDelivery: (id, change, receipt) => {
      const memory = { counts, recent }
      if (receipt === undefined) return updated(connection, memory, { id, change })
      const body = encode(receipt)
      return connection.together(() => {
        const delivery = updated(connection, memory, { id, change })
        connection.run(insertReceipt, id, id, body)
        return delivery
      })
    },
    receipts: (deliveryId) =>
      connection
        .all('SELECT body FROM receipts WHERE delivery = ? ORDER BY number', deliveryId)
        .map(decode) as DeliveryReceipt[],
  }
}

const insertReceipt = `
INSERT INTO receipts (delivery, number, body)
VALUES (?, (SELECT coalesce(max(number), 0) + 1 FROM receipts WHERE delivery = ?), ?)`

/** Updates only the changed columns: the others may be indexed, and would be rewritten. */
function updated(
  connection: Connection,
  { counts, recent }: { counts: MailboxCounts; recent: RecentDeliveries },
  { id, change }: { id: string; change: DeliveryChange },
): Delivery {
  const found = recent.find(id)
  if (found === undefined) throw unknownDelivery(id)
  const { number, delivery: before } = found
  const [columns, values] = changedColumns(change)
  if (columns.length === 0) return before
  const assignments = columns.map((column) => `${column} = ?`).join(', ')
  connection.run(`UPDATE deliveries SET ${assignments} WHERE number = ?`, ...values, number)
  const after = changedDelivery(before, change)
  counts.changed(before, after)
  recent.keep({ number, delivery: after })
  return after
}

function conditionsOf(query: DeliveryQuery): Conditions {
  const { recipient, sender, messageId, states, modes, unread = false, afterSequence } = query
  return (
    new Conditions()
      .add('message = ?', messageId)
      .add('recipient = ?', recipient)
      .add('sender = ?', sender)
      .oneOf('state', states)
      .oneOf('mode', modes)
      .when(unread, 'read_at IS NULL')
      .add('sequence > ?', afterSequence)
      // Redundant conditions that let SQLite use the partial indexes.
      .when(states?.every((state) => openStates.includes(state)) === true, open)
      .when(states?.every((state) => state === 'dead') === true, "state = 'dead'")
  )
}

/** The amount that is known without a query; undefined if there is none. */
function knownAmount(counts: MailboxCounts, query: DeliveryQuery): number | undefined {
  const { recipient, states, sender, messageId, modes, unread = false, afterSequence } = query
  if ([sender, messageId, modes, afterSequence].some((value) => value !== undefined)) return undefined
  if (!unread) return counts.amount(recipient, states)
  const isDelivered = states?.length === 1 && states[0] === 'delivered'
  return isDelivered && recipient !== undefined ? counts.unread(recipient) : undefined
}
