import type { Delivery } from '../../delivery.ts'
import type { SessionMessage } from '../../messages/message.ts'
import type { DeliveryReceipt } from '../../messages/receipt.ts'
import type {
  ChannelRecord,
  IdempotencyRecord,
  InvocationRecord,
  ParticipantRecord,
} from '../session-store.ts'
import { readStoredEvent } from '../storable-event.ts'
import type { Database } from './database.ts'
import type { Replica } from './replica.ts'
import { loadSql } from './schema.ts'

interface Row {
  kind: string
  number: string | number
  id: string
  other: string
  body: string
  at: number | null
  /** Deliveries only. */
  sequence: string | number
}

/** Reads the state in the database, then replaces the state of the replica by it. */
export async function loadReplica(
  replica: Replica,
  { database, schema }: { database: Database; schema: string },
): Promise<void> {
  const rows = (await database.readAll(loadSql(schema))) as Row[]
  replica.reset(() => fill(replica, rows))
}

function fill(replica: Replica, rows: readonly Row[]): void {
  const parts = Map.groupBy(rows, ({ kind }) => kind)
  const of = (kind: string): Row[] => parts.get(kind) ?? []
  const { tables, leases } = replica
  const parse = ({ body }: Row): unknown => JSON.parse(body)
  for (const row of of('participant')) tables.putParticipant(parse(row) as ParticipantRecord)
  for (const row of of('channel')) tables.putChannel(parse(row) as ChannelRecord)
  const deliveries = Map.groupBy(of('delivery'), ({ other }) => other)
  const keys = new Map(of('key').map((row) => [row.other, parse(row) as IdempotencyRecord]))
  for (const row of of('message')) {
    const drafts = (deliveries.get(row.id) ?? []).map((each): Delivery => {
      const delivery = parse(each) as Delivery
      // Earlier deliveries may be pruned.
      tables.startMailboxAfter(delivery.recipient, Number(each.sequence) - 1)
      return { ...delivery, ...(each.at === null ? {} : { readAt: each.at }) }
    })
    tables.addMessage(parse(row) as SessionMessage, drafts, keys.get(row.id))
  }
  for (const { id, number } of of('mailbox')) tables.startMailboxAfter(id, Number(number))
  for (const row of of('receipt')) tables.updateDelivery(row.id, {}, parse(row) as DeliveryReceipt)
  const [oldest] = of('event')
  if (oldest !== undefined) tables.startEventsAfter(Number(oldest.number) - 1)
  for (const { other: session, at, body } of of('event')) {
    tables.appendEvent({ session, at: Number(at), event: readStoredEvent(body) })
  }
  for (const row of of('invocation')) tables.putInvocation(parse(row) as InvocationRecord)
  for (const { id, other, number } of of('lease')) {
    leases.put(id, { node: other ?? undefined, epoch: Number(number) })
  }
  replica.applied = Number(of('head')[0]?.number ?? 0)
}
