import type { EventBase } from '../event-base.ts'

interface DeliveryBase extends EventBase {
  /** Names this delivery. */
  deliveryId: string
  /** The message that is delivered. */
  messageId: string
}

/** A message was accepted for delivery; it has not reached the agent yet. */
export interface DeliveryAcceptedEvent extends DeliveryBase {
  type: 'delivery.accepted'
}

/** A message reached the agent. */
export interface DeliveryDeliveredEvent extends DeliveryBase {
  type: 'delivery.delivered'
}

/** The delivery was deferred. */
export interface DeliveryDeferredEvent extends DeliveryBase {
  type: 'delivery.deferred'
  /** Time of the next attempt, as ISO 8601 text. */
  availableAt: string
  /** The reason. */
  reason?: string
}

/** A message could not be delivered. */
export interface DeliveryFailedEvent extends DeliveryBase {
  type: 'delivery.failed'
  /** Why it could not be delivered. */
  reason: string
  /** Whether a retry can succeed. Absent: unknown. */
  retryable?: boolean
}
