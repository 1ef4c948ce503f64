import type { CheckedMessage } from '../check/check-message.ts'
import type { Delivery } from '../delivery.ts'
import type { SessionMessage } from './message.ts'
import type { DeliveryReason } from './receipt.ts'

export interface DraftOptions {
  id: string
  recipient: string
  isPerson: boolean
  isMentioned: boolean
  /** Why the recipient can never take the message. */
  fault: string | undefined
  message: SessionMessage
  checked: CheckedMessage
  now: number
  deadline: number
}

/** A delivery before the store gives it a sequence. */
export function deliveryDraft(options: DraftOptions): Omit<Delivery, 'sequence'> {
  const { id, recipient, isPerson, isMentioned, fault, message, checked, now, deadline } = options
  return {
    id,
    messageId: message.id,
    sender: message.from.id,
    recipient,
    mode: checked.mode,
    reason: reasonFor(isMentioned, message),
    priority: checked.priority,
    state: isPerson ? 'delivered' : 'pending',
    attempts: 0,
    createdAt: now,
    availableAt: now,
    deadline,
    // Stored as it ends: in a shared store only the owner of the recipient may change a delivery later.
    ...(fault === undefined ? {} : { state: 'dead', dead: { reason: 'failed', detail: fault } }),
  }
}

function reasonFor(isMentioned: boolean, { kind }: SessionMessage): DeliveryReason {
  if (kind === 'thread_reply') return 'thread-reply'
  if (kind !== 'channel') return 'dm'
  return isMentioned ? 'mention' : 'message'
}
