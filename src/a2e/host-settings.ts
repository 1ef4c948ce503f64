import type { Clock } from '../core/clock.ts'
import type { CapabilityRegistry } from './capability-registry.ts'

/** Settings that all sessions of a host share. */
export interface HostSettings {
  readonly registry: CapabilityRegistry
  readonly token: string | undefined
  readonly root: string
  readonly clock: Clock
  readonly log: (text: string) => void
  readonly maxParallel: number
  /** How many requests of one session may wait besides the running ones. */
  readonly maxQueued: number
  /** Timeout of a request without its own timeout. */
  readonly requestTimeoutMs: number
  /** The longest timeout a request may set. */
  readonly longestTimeoutMs: number
  /** Refuses an agent without any enabled capability. */
  readonly strict: boolean
  /** When the host started, by its clock. */
  readonly startedAt: number
}
