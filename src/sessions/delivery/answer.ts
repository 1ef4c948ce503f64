import type { AgentSessionEvent } from '../../capabilities/ecosystems/relay/events.ts'
import type { Delivery } from '../delivery.ts'
import type { Outcome } from './attempt.ts'

/** What a session says of a delivery after it was handed over. */
export type DeliveryEvent = Extract<AgentSessionEvent, { type: `delivery.${string}` }>

/** What such an event comes to. That it was accepted says nothing new. */
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

/** An answer counts while the attempt runs, and afterwards as long as it settles a doubt. */
export function mayStillSettle({ state }: Delivery, { status }: Outcome): boolean {
  if (state === 'surfacing') return true
  return (state === 'in-doubt' && status !== 'in-doubt') || (state === 'pending' && status === 'delivered')
}
