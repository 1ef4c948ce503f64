import type { DeliveryMode } from '../capabilities/ecosystems/relay/types.ts'
import type { DeliveryReason } from './messages/receipt.ts'

/**
 * Where a delivery stands.
 *
 * `pending` waits for its boundary. `surfacing` was marked and is being handed over. `accepted` waits in the session's
 * own queue. `in-doubt` was marked, and whether it surfaced is not known. `delivered` and `dead` are final, but a dead
 * letter can be delivered again on request.
 */
export type DeliveryState = 'pending' | 'surfacing' | 'accepted' | 'in-doubt' | 'delivered' | 'dead'

/** Why a delivery is dead. */
export type DeadReason = 'expired' | 'failed' | 'attempts' | 'released' | 'in-doubt'

/** One message on its way to one recipient. */
export interface Delivery {
  id: string
  messageId: string
  /** Ids. */
  sender: string
  recipient: string
  mode: DeliveryMode
  reason: DeliveryReason
  priority: 'normal' | 'urgent'
  /** Its place among all that the recipient was ever sent, from 1, without gaps. */
  sequence: number
  state: DeliveryState
  /** How often it was handed over. */
  attempts: number
  /** Milliseconds since the epoch. */
  createdAt: number
  /** Not before this. */
  availableAt: number
  /** It has ended by then. */
  deadline: number
  dead?: { reason: DeadReason; detail: string }
  /** When the recipient read it in its inbox. */
  readAt?: number
}
