import type { DeliveryMode } from '../capabilities/ecosystems/relay/types.ts'
import type { DeliveryReason } from './messages/receipt.ts'

/**
 * The state of a delivery. `pending` waits for its boundary. `surfacing` is being handed to the session. `accepted`
 * waits in the session's own queue. `in-doubt` may or may not have reached the session. `delivered` and `dead` are
 * final, but a dead letter can be redelivered.
 */
export type DeliveryState = 'pending' | 'surfacing' | 'accepted' | 'in-doubt' | 'delivered' | 'dead'

/** Why a message was not delivered. */
export type DeadReason = 'expired' | 'failed' | 'attempts' | 'released' | 'in-doubt'

/** One message for one recipient. */
export interface Delivery {
  id: string
  messageId: string
  /** Ids. */
  sender: string
  recipient: string
  mode: DeliveryMode
  reason: DeliveryReason
  priority: 'normal' | 'urgent'
  /** Its position among all deliveries to the recipient, from 1, without gaps. */
  sequence: number
  state: DeliveryState
  /** The number of attempts. */
  attempts: number
  /** Milliseconds since the epoch. */
  createdAt: number
  /** The earliest time of the next attempt. */
  availableAt: number
  /** The delivery ends by this time. */
  deadline: number
  dead?: { reason: DeadReason; detail: string }
  /** When the recipient read it in its inbox. */
  readAt?: number
}
