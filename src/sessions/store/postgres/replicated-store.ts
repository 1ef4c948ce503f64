import { skeletonOf } from '../../check/look-alike.ts'
import type { Delivery } from '../../delivery.ts'
import { encode } from '../body.ts'
import { changedDelivery } from '../changed-delivery.ts'
import type { DeliveryChange, SessionStore } from '../session-store.ts'
import { unknownDelivery } from '../store-errors.ts'
import { writeChange } from './change.ts'
import type { Replica } from './replica.ts'

type Written = Pick<
  SessionStore,
  | 'putParticipant'
  | 'removeParticipant'
  | 'putChannel'
  | 'addMessage'
  | 'updateDelivery'
  | 'appendEvent'
  | 'putInvocation'
>

/** The records of a replica: reads are its own, writes are recorded for the commit. */
export function replicatedRecords(replica: Replica): Omit<SessionStore, 'close' | 'shared'> {
  return {
    transaction: (work) => replica.transaction(work),
    ...writes(replica),
    participant: (id) => replica.tables.participant(id),
    participants: () => replica.tables.participants(),
    channel: (name) => replica.tables.channel(name),
    channels: () => replica.tables.channels(),
    message: (id) => replica.tables.message(id),
    messages: (query) => replica.tables.messages(query),
    idempotency: (sender, key) => replica.tables.idempotency(sender, key),
    delivery: (id) => replica.tables.delivery(id),
    deliveries: (query) => replica.tables.deliveries(query),
    countDeliveries: (query) => replica.tables.countDeliveries(query),
    due: (query) => replica.tables.due(query),
    nextMoment: (now) => replica.tables.nextMoment(now),
    expired: (now, limit) => replica.tables.expired(now, limit),
    receipts: (id) => replica.tables.receipts(id),
    events: (query) => replica.tables.events(query),
    lastCursor: () => replica.tables.lastCursor(),
    firstCursor: () => replica.tables.firstCursor(),
    prune: (query) => {
      const old = replica.tables.findOld(query)
      const count = old.messages.length + old.invocations.length
      if (count > 0)
        replica.change(() => {
          replica.tables.removeOld(old)
          return { change: { kind: 'pruned', ...old }, result: undefined }
        })
      return count
    },
    invocation: (id) => replica.tables.invocation(id),
    invocations: (query) => replica.tables.invocations(query),
  }
}

function writes(replica: Replica): Written {
  return {
    putParticipant: (record) => {
      const { id, handle } = record.identity
      const isSession = record.kind === 'session'
      replica.change(() => {
        const fence = isSession ? replica.fence(id) : undefined
        replica.tables.putParticipant(record)
        const key = record.status === 'released' ? null : skeletonOf(handle)
        return {
          change: { kind: 'participant', id, handle: key, body: encode(record) },
          result: undefined,
          ...(fence === undefined ? {} : { fence }),
        }
      })
    },
    removeParticipant: (id) =>
      replica.change(() => {
        replica.tables.removeParticipant(id)
        replica.leases.remove(id)
        return { change: { kind: 'participant-removed', id }, result: undefined }
      }),
    putChannel: (record) =>
      replica.change(() => {
        const before = replica.tables.channel(record.name)
        replica.tables.putChannel(record)
        const { name } = record
        return {
          change: {
            kind: 'channel',
            name,
            before: before === undefined ? null : encode(before),
            body: encode(record),
          },
          result: undefined,
        }
      }),
    addMessage: (message, drafts, idempotency) =>
      replica.change(() => ({
        result: replica.tables.addMessage(message, drafts, idempotency),
        change: {
          kind: 'message',
          id: message.id,
          body: encode(message),
          ...(idempotency === undefined
            ? {}
            : {
                key: { name: encode([idempotency.sender, idempotency.key]), body: encode(idempotency) },
              }),
          deliveries: drafts.map((draft) => ({
            id: draft.id,
            recipient: draft.recipient,
            body: encode(draft),
          })),
        },
      })),
    updateDelivery: (id, change, receipt) => updateDelivery(replica, id, { change, receipt }),
    appendEvent: (entry) =>
      replica.change(() => {
        const result = replica.tables.appendEvent(entry)
        const { session, at, event } = result
        const isOwn = replica.leases.isOwnedBy(session, replica.node)
        return {
          change: { kind: 'event', session, at, body: encode(event) },
          result,
          effect: { event: result },
          ...(isOwn ? { fence: replica.fence(session) } : {}),
        }
      }),
    putInvocation: (record) =>
      replica.change(() => {
        replica.tables.putInvocation(record)
        return { change: { kind: 'invocation', id: record.id, body: encode(record) }, result: undefined }
      }),
  }
}

/** Only the owner of the recipient changes a delivery; everyone may mark it as read or add the first receipt. */
function updateDelivery(
  replica: Replica,
  id: string,
  { change, receipt }: { change: DeliveryChange; receipt: Parameters<SessionStore['updateDelivery']>[2] },
): Delivery {
  return replica.transaction(() => {
    const before = replica.tables.delivery(id)
    if (before === undefined) throw unknownDelivery(id)
    const { readAt, ...rest } = change
    const { recipient } = before
    if (Object.keys(rest).length > 0) {
      replica.change(() => {
        const fence = replica.fence(recipient)
        const { epoch } = fence
        replica.tables.updateDelivery(id, rest)
        const body = encode(changedDelivery(before, rest))
        return {
          change: { kind: 'delivery', id, recipient, epoch, change: writeChange(rest), body },
          result: undefined,
          fence,
        }
      })
    }
    if ('readAt' in change) {
      replica.change(() => {
        replica.tables.updateDelivery(id, { readAt })
        return { change: { kind: 'read', id, at: readAt ?? null }, result: undefined }
      })
    }
    if (receipt !== undefined) {
      replica.change(() => {
        replica.tables.updateDelivery(id, {}, receipt)
        return { change: { kind: 'receipt', id, body: encode(receipt) }, result: undefined }
      })
    }
    return replica.tables.delivery(id) ?? before
  })
}
