import type { AgentSessionEvent } from '../../capabilities/ecosystems/relay/events.ts'
import type { Delivery } from '../delivery.ts'
import type { Outcome } from './attempt.ts'

/** A delivery event that a session reports after the attempt. */
export type DeliveryEvent = Extract<AgentSessionEvent, { type: `delivery.${string}` }>

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
