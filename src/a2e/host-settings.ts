import type { Clock } from '../core/clock.ts'
import type { CapabilityRegistry } from './capability-registry.ts'

/** What all sessions of a host share. */
export interface HostSettings {
  readonly registry: CapabilityRegistry
  readonly token: string | undefined
  readonly root: string
  readonly clock: Clock
  readonly log: (text: string) => void
  readonly maxParallel: number
  /** How many requests of one session may wait besides those that run. */
  readonly maxQueued: number
  /** How long a request may take that does not say so itself. */
  readonly requestTimeoutMs: number
  /** The longest that a request may ask for. */
  readonly longestTimeoutMs: number
  /** Refuses an agent that could use nothing. */
  readonly strict: boolean
  /** When the host was started, by its clock. */
  readonly startedAt: number
}
