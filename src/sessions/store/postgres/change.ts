import type { Delivery } from '../../delivery.ts'
import type { SessionMessage } from '../../messages/message.ts'
import type { DeliveryReceipt } from '../../messages/receipt.ts'
import { readStoredEvent } from '../storable-event.ts'
import type { Tables } from '../memory.ts'
import type {
  ChannelRecord,
  DeliveryChange,
  IdempotencyRecord,
  InvocationRecord,
  LoggedEvent,
  ParticipantRecord,
} from '../session-store.ts'
import type { Leases } from './leases.ts'

/**
 * One change of the shared state. Bodies are JSON in text: PostgreSQL stores them unread, so that they can hold every
 * character that JSON can.
 */
export type Change =
  | { kind: 'participant'; id: string; handle: string | null; body: string }
  | { kind: 'participant-removed'; id: string }
  /** `before` is the body that the change replaces. */
  | { kind: 'channel'; name: string; before: string | null; body: string }
  | {
      kind: 'message'
      id: string
      body: string
      /** The name and the body of the idempotency key. */
      key?: { name: string; body: string }
      deliveries: { id: string; recipient: string; body: string }[]
    }
  /** A change by the owner of the recipient. `change` is what replicas apply, `body` what the table holds. */
  | { kind: 'delivery'; id: string; recipient: string; epoch: number; change: string; body: string }
  | { kind: 'read'; id: string; at: number | null }
  | { kind: 'receipt'; id: string; body: string }
  | { kind: 'event'; session: string; at: number; body: string }
  | { kind: 'invocation'; id: string; body: string }
  /** Old records are deleted. */
  | { kind: 'pruned'; messages: readonly string[]; invocations: readonly string[] }
  | { kind: 'claim'; session: string; epoch: number }
  | { kind: 'unclaim'; session: string; epoch: number }

/** The epoch of a session whose owner the writer must be; 0 if the session must have no lease. */
export interface Fence {
  session: string
  epoch: number
}

/** The changes of one transaction, and the ownership that it relies on. */
export interface Transaction {
  changes: readonly Change[]
  fences: readonly Fence[]
}

/** What a change did, for those who watch. */
export interface Effect {
  participant?: string
  deliveries?: Delivery[]
  event?: LoggedEvent
}

/** Applies a change to the replica of a node. `node` made the change. */
export function applyChange(
  change: Change,
  { tables, leases, node }: { tables: Tables; leases: Leases; node: string },
): Effect {
  switch (change.kind) {
    case 'participant':
      tables.putParticipant(JSON.parse(change.body) as ParticipantRecord)
      return { participant: change.id }
    case 'participant-removed':
      tables.removeParticipant(change.id)
      leases.remove(change.id)
      return { participant: change.id }
    case 'channel':
      tables.putChannel(JSON.parse(change.body) as ChannelRecord)
      return {}
    case 'message':
      return { deliveries: addMessage(change, tables) }
    case 'delivery':
      return { deliveries: [tables.updateDelivery(change.id, readChange(change.change))] }
    case 'read':
      tables.updateDelivery(change.id, { readAt: change.at ?? undefined })
      return {}
    case 'receipt':
      tables.updateDelivery(change.id, {}, JSON.parse(change.body) as DeliveryReceipt)
      return {}
    case 'event': {
      const { session, at, body } = change
      return { event: tables.appendEvent({ session, at, event: readStoredEvent(body) }) }
    }
    case 'invocation':
      tables.putInvocation(JSON.parse(change.body) as InvocationRecord)
      return {}
    case 'pruned':
      tables.removeOld(change)
      return {}
    case 'claim':
      leases.put(change.session, { node, epoch: change.epoch })
      return {}
    case 'unclaim':
      leases.put(change.session, { node: undefined, epoch: change.epoch })
      return {}
  }
}

function addMessage(
  { body, key, deliveries }: Extract<Change, { kind: 'message' }>,
  tables: Tables,
): Delivery[] {
  return tables.addMessage(
    JSON.parse(body) as SessionMessage,
    deliveries.map((delivery) => JSON.parse(delivery.body) as Delivery),
    key === undefined ? undefined : (JSON.parse(key.body) as IdempotencyRecord),
  )
}

/** JSON has no `undefined`; null removes a field. */
export function writeChange(change: DeliveryChange): string {
  return JSON.stringify(change, (_, value: unknown) => (value === undefined ? null : value))
}

function readChange(text: string): DeliveryChange {
  const entries = Object.entries(JSON.parse(text) as Record<string, unknown>)
  return Object.fromEntries(entries.map(([key, value]) => [key, value ?? undefined]))
}
