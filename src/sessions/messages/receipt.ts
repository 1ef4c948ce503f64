import type { DeliveryMode } from '../../capabilities/ecosystems/relay/types.ts'

/** Why a session gets a message. */
export type DeliveryReason = 'message' | 'mention' | 'dm' | 'thread-reply' | 'action-result' | 'notification'

/** Delivery details that a session receives with a message. */
export interface MessageContext {
  /** The id of the delivery. */
  id: string
  mode: DeliveryMode
  reason: DeliveryReason
  priority?: 'normal' | 'urgent'
  /** ISO 8601. */
  deadline?: string
  idempotencyKey?: string
  metadata?: Record<string, unknown>
}

/** The answer of a session to a message. */
export type MessageReceipt =
  /** The session queued the message itself and reports its end by an event. */
  | { status: 'accepted'; deliveryId: string; retryable?: boolean; metadata?: Record<string, unknown> }
  /** The message surfaced at the session's boundary. */
  | { status: 'delivered'; deliveryId: string; metadata?: Record<string, unknown> }
  /** The session cannot take the message before `availableAt`. */
  | {
      status: 'deferred'
      deliveryId?: string
      availableAt: Date | string
      reason?: string
      metadata?: Record<string, unknown>
    }
  /** The session did not take the message. */
  | {
      status: 'failed'
      deliveryId?: string
      reason: string
      retryable?: boolean
      metadata?: Record<string, unknown>
    }

/** A stored delivery attempt and its outcome, or the answer to the message. */
export interface DeliveryReceipt {
  deliveryId: string
  /** From 1; 0 for changes without an attempt, such as an expired deadline. */
  attempt: number
  /** Milliseconds since the epoch. */
  at: number
  status: 'accepted' | 'delivered' | 'deferred' | 'failed' | 'in-doubt' | 'answered' | 'unanswered'
  /** Milliseconds since the epoch. */
  availableAt?: number
  /** The id of the message that answers this one; only with `answered`. */
  answer?: string
  reason?: string
  retryable?: boolean
  metadata?: Record<string, unknown>
}
