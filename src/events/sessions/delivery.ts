import type { EventBase } from '../event-base.ts'

interface DeliveryBase extends EventBase {
  /** Names this delivery. */
  deliveryId: string
  /** The message that is delivered. */
  messageId: string
}

/** A message was taken for delivery; it has not reached the agent yet. */
export interface DeliveryAcceptedEvent extends DeliveryBase {
  type: 'delivery.accepted'
}

/** A message reached the agent. */
export interface DeliveryDeliveredEvent extends DeliveryBase {
  type: 'delivery.delivered'
}

/** A message waits for a later moment. */
export interface DeliveryDeferredEvent extends DeliveryBase {
  type: 'delivery.deferred'
  /** The moment to try again, as ISO 8601 text. */
  availableAt: string
  /** What it waits for. */
  reason?: string
}

/** A message could not be delivered. */
export interface DeliveryFailedEvent extends DeliveryBase {
  type: 'delivery.failed'
  /** Why it could not be delivered. */
  reason: string
  /** Whether trying again can succeed. Absent: not said. */
  retryable?: boolean
}
