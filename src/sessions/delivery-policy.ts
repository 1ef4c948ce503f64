import type { AgentStatus } from '../capabilities/ecosystems/relay/types.ts'

/** How deliveries are made. */
export interface DeliveryPolicy {
  /** In which states `on-idle` surfaces, where the session does not say otherwise. */
  safeStates: readonly AgentStatus[]
  /** After this many failures that may be tried again, a message is dead. */
  maxAttempts: number
  /** The wait after the first failure; it doubles up to `maxBackoffMs`. */
  backoffMs: number
  maxBackoffMs: number
  /** How long a message has, unless it says so itself. */
  deadlineMs: number
  /** How long a session may take to answer one attempt; then it is in doubt. */
  attemptTimeoutMs: number
  /** What becomes of a message of which it is not known whether it surfaced: it is held for a decision, or given again. */
  inDoubt: 'hold' | 'redeliver'
  /** What becomes of messages that wait for a session that is released. */
  onRelease: 'dead-letter' | 'requeue'
  /** How many deliveries may wait for one recipient. */
  maxQueued: number
  /** The most that the text and the attachments of one message may weigh together. */
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
