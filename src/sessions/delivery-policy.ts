import type { AgentStatus } from '../capabilities/ecosystems/relay/types.ts'

export interface DeliveryPolicy {
  /** Statuses in which `on-idle` messages are delivered, unless the session sets its own. */
  safeStates: readonly AgentStatus[]
  /** A message becomes a dead letter after this many retryable failures. */
  maxAttempts: number
  /** The delay after the first failure; doubles up to `maxBackoffMs`. */
  backoffMs: number
  maxBackoffMs: number
  /** The default deadline of a message, from the time it is sent. */
  deadlineMs: number
  /** How long one attempt may take before the delivery is in doubt. */
  attemptTimeoutMs: number
  /** What happens to a delivery in doubt: `hold` it for a decision, or `redeliver` it. */
  inDoubt: 'hold' | 'redeliver'
  /** What happens to queued messages when their session is released. */
  onRelease: 'dead-letter' | 'requeue'
  /** The most queued deliveries per recipient. */
  maxQueued: number
  /** The most bytes of text, attachments and metadata in one message. */
  maxMessageBytes: number
}

export const defaultDeliveryPolicy: DeliveryPolicy = {
  safeStates: ['idle', 'waiting', 'blocked'],
  maxAttempts: 5,
  backoffMs: 1000,
  maxBackoffMs: 60_000,
  deadlineMs: 3_600_000,
  attemptTimeoutMs: 120_000,
  inDoubt: 'hold',
  onRelease: 'dead-letter',
  maxQueued: 100_000,
  maxMessageBytes: 8 * 1024 * 1024,
}
