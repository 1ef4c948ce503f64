import type { DeliveryMode } from '../../capabilities/ecosystems/relay/types.ts'

/** Why a session gets a message. */
export type DeliveryReason = 'message' | 'mention' | 'dm' | 'thread-reply' | 'action-result' | 'notification'

/** What a session is told with a message. */
export interface MessageContext {
  /** The delivery. */
  id: string
  mode: DeliveryMode
  reason: DeliveryReason
  priority?: 'normal' | 'urgent'
  /** ISO 8601. */
  deadline?: string
  idempotencyKey?: string
  metadata?: Record<string, unknown>
}

/** What a session says about a message it was given. */
export type MessageReceipt =
  /** It took responsibility and has not surfaced it: it tells with an event when it did. */
  | { status: 'accepted'; deliveryId: string; retryable?: boolean; metadata?: Record<string, unknown> }
  /** It surfaced at the session's boundary. */
  | { status: 'delivered'; deliveryId: string; metadata?: Record<string, unknown> }
  /** It is understood, and cannot be taken before then. */
  | {
      status: 'deferred'
      deliveryId?: string
      availableAt: Date | string
      reason?: string
      metadata?: Record<string, unknown>
    }
  /** It cannot be taken, or will not be. */
  | {
      status: 'failed'
      deliveryId?: string
      reason: string
      retryable?: boolean
      metadata?: Record<string, unknown>
    }

/** One attempt to deliver and what came of it, as it is kept. */
export interface DeliveryReceipt {
  deliveryId: string
  /** From 1; 0 for what happens without an attempt, such as the end of the time. */
  attempt: number
  /** Milliseconds since the epoch. */
  at: number
  status: 'accepted' | 'delivered' | 'deferred' | 'failed' | 'in-doubt'
  /** Milliseconds since the epoch. */
  availableAt?: number
  reason?: string
  retryable?: boolean
  metadata?: Record<string, unknown>
}
