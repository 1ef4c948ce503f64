import type { Delivery } from '../../delivery.ts'
import type { DeliveryReceipt } from '../../messages/receipt.ts'
import { openStates } from '../delivery-states.ts'
import type { DeliveryChange, DeliveryQuery, SessionStore } from '../session-store.ts'
import { unknownDelivery } from '../store-errors.ts'
import { decode, encode } from './body.ts'
import { Conditions } from './conditions.ts'
import type { Connection } from './connection.ts'
import { changedColumns, deliveryOf } from './delivery-row.ts'
import { beginningSql, dueSql, endingSql, expiredSql, open } from './delivery-sql.ts'

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
export function deliveryRecords(connection: Connection): Part {
  const find = (id: string): Delivery | undefined => {
    const row = connection.get('SELECT * FROM deliveries WHERE id = ?', id)
    return row === undefined ? undefined : deliveryOf(row)
  }

  return {
    delivery: find,
    deliveries: (query = {}) => {
      const conditions = conditionsOf(query)
      const order = query.recipient === undefined ? 'number' : 'sequence'
      const clause = conditions.ordered(query.order === 'newest' ? `${order} DESC` : order, query.limit)
      return connection.all(`SELECT * FROM deliveries${clause}`, ...conditions.values).map(deliveryOf)
    },
    countDeliveries: (query = {}) => {
      const [table, conditions] = countedIn(query)
      const amount = connection.value(`${table}${conditions.where}`, ...conditions.values)
      return Math.min(Number(amount ?? 0), query.limit ?? Infinity)
    },

    due: ({ recipient, modes, now }) =>
      [...new Set(modes)]
        .flatMap((mode) => connection.all(dueSql, { recipient, mode, now }))
        .map(deliveryOf)
        .toSorted((left, right) => left.sequence - right.sequence),
    nextMoment: (now) => {
      const end = connection.value(endingSql) ?? Infinity
      const begin = connection.value(beginningSql, now) ?? Infinity
      const moment = Math.min(Number(end), Number(begin))
      return moment === Infinity ? undefined : moment
    },
    expired: (now, limit = -1) => connection.all(expiredSql, now, limit).map(deliveryOf),

    updateDelivery: (id, change, receipt) => {
      if (receipt === undefined) return updated(connection, id, change)
      return connection.transaction(() => {
        const delivery = updated(connection, id, change)
        connection.run('INSERT INTO receipts (delivery, body) VALUES (?, ?)', id, encode(receipt))
        return delivery
      })
    },
    receipts: (deliveryId) =>
      connection
        .all('SELECT body FROM receipts WHERE delivery = ? ORDER BY number', deliveryId)
        .map(decode) as DeliveryReceipt[],
  }
}

/** Updates only the changed columns: the others may be indexed, and would be rewritten. */
function updated(connection: Connection, id: string, change: DeliveryChange): Delivery {
  const [columns, values] = changedColumns(change)
  const sql =
    columns.length === 0
      ? 'SELECT * FROM deliveries WHERE id = ?'
      : `UPDATE deliveries SET ${columns.map((column) => `${column} = ?`).join(', ')} WHERE id = ? RETURNING *`
  const row = connection.get(sql, ...values, id)
  if (row === undefined) throw unknownDelivery(id)
  return deliveryOf(row)
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

/** Uses the stored counts per recipient and state if possible; otherwise counts. */
function countedIn(query: DeliveryQuery): [sql: string, conditions: Conditions] {
  const { recipient, states, sender, messageId, modes, unread = false, afterSequence } = query
  const isKept = !unread && [sender, messageId, modes, afterSequence].every((value) => value === undefined)
  if (!isKept) return ['SELECT count(*) FROM deliveries', conditionsOf(query)]
  const conditions = new Conditions().add('recipient = ?', recipient).oneOf('state', states)
  return ['SELECT sum(amount) FROM mailboxes', conditions]
}
