import type { AgentSessionEvent } from '../../capabilities/ecosystems/relay/events.ts'
import type { Delivery } from '../delivery.ts'
import type { SessionStore } from '../store/session-store.ts'
import type { Outcome } from './attempt.ts'

/** A delivery event that a session reports after the attempt. */
export type DeliveryEvent = Extract<AgentSessionEvent, { type: `delivery.${string}` }>

/** The delivery that an event names, by its id or by the message. */
export function deliveryOf(
  event: DeliveryEvent,
  { store, recipient }: { store: Pick<SessionStore, 'delivery' | 'deliveries'>; recipient: string },
): Delivery | undefined {
  const { deliveryId, messageId } = event as { deliveryId?: string; messageId: string }
  if (deliveryId !== undefined) return store.delivery(deliveryId)
  return store.deliveries({ recipient, messageId, limit: 1 })[0]
}

/** The outcome of a delivery event. */
export function outcomeOf(event: Exclude<DeliveryEvent, { type: 'delivery.accepted' }>): Outcome {
  switch (event.type) {
    case 'delivery.delivered':
      return { status: 'delivered' }
    case 'delivery.deferred': {
      const { reason } = event
      const availableAt = new Date(event.availableAt).getTime()
      return {
        status: 'deferred',
        availableAt: Number.isNaN(availableAt) ? 0 : availableAt,
        ...(reason === undefined ? {} : { reason }),
      }
    }
    case 'delivery.failed':
      return { status: 'failed', reason: event.reason, retryable: event.retryable === true }
  }
}

/** An answer counts during the attempt, and later if it resolves a doubt. */
export function mayStillSettle({ state }: Delivery, { status }: Outcome): boolean {
  if (state === 'surfacing') return true
  return (state === 'in-doubt' && status !== 'in-doubt') || (state === 'pending' && status === 'delivered')
}
