import type { Delivery } from '../../delivery.ts'
import { changesIn } from '../changed-delivery.ts'
import type { DeliveryChange } from '../session-store.ts'
import type { Connection } from './connection.ts'
import type { MailboxCounts } from './mailbox-counts.ts'

/** A row of the table `deliveries`. */
interface DeliveryRow {
  id: string
  message: string
  sender: string
  recipient: string
  mode: Delivery['mode']
  reason: Delivery['reason']
  priority: Delivery['priority']
  sequence: number
  state: Delivery['state']
  attempts: number
  created_at: number
  available_at: number
  deadline: number
  dead: string | null
  read_at: number | null
}

const insert = `INSERT INTO deliveries
  (id, message, sender, recipient, mode, reason, priority, sequence, state, attempts, created_at, available_at, deadline,
   dead, read_at)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`

export function insertDelivery(
  connection: Connection,
  counts: MailboxCounts,
  draft: Omit<Delivery, 'sequence'>,
): Delivery {
  const delivery = { ...draft, sequence: counts.next(draft.recipient) }
  connection.run(
    insert,
    delivery.id,
    delivery.messageId,
    delivery.sender,
    delivery.recipient,
    delivery.mode,
    delivery.reason,
    delivery.priority,
    delivery.sequence,
    delivery.state,
    delivery.attempts,
    delivery.createdAt,
    delivery.availableAt,
    delivery.deadline,
    deadText(delivery),
    delivery.readAt ?? null,
  )
  counts.added(delivery)
  return delivery
}

const columnOf: Record<keyof DeliveryChange, keyof DeliveryRow> = {
  state: 'state',
  attempts: 'attempts',
  availableAt: 'available_at',
  deadline: 'deadline',
  dead: 'dead',
  readAt: 'read_at',
  mode: 'mode',
}

/** The changed columns and their values. */
export function changedColumns(
  change: DeliveryChange,
): [columns: string[], values: (string | number | null)[]] {
  const changes = changesIn(change)
  const values = changes.map(([key, value]) =>
    key === 'dead' ? deadText(change) : ((value ?? null) as string | number | null),
  )
  return [changes.map(([key]) => columnOf[key]), values]
}

function deadText({ dead }: Pick<Delivery, 'dead'>): string | null {
  return dead === undefined ? null : JSON.stringify(dead)
}

/** Reads a delivery from a row. */
export function deliveryOf(selected: unknown): Delivery {
  const row = selected as DeliveryRow
  const delivery: Delivery = {
    id: row.id,
    messageId: row.message,
    sender: row.sender,
    recipient: row.recipient,
    mode: row.mode,
    reason: row.reason,
    priority: row.priority,
    sequence: row.sequence,
    state: row.state,
    attempts: row.attempts,
    createdAt: row.created_at,
    availableAt: row.available_at,
    deadline: row.deadline,
  }
  if (row.dead !== null) delivery.dead = JSON.parse(row.dead) as NonNullable<Delivery['dead']>
  if (row.read_at !== null) delivery.readAt = row.read_at
  return delivery
}
