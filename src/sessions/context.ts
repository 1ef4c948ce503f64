import type { Clock } from '../core/clock.ts'
import type { IdFactory } from '../core/ids.ts'
import type { DeliveryPolicy } from './delivery-policy.ts'
import type { EventLog } from './events/event-log.ts'
import type { SessionStore } from './store/session-store.ts'

/** What all parts of a sessions host share. */
export interface SessionsContext {
  readonly store: SessionStore
  readonly clock: Clock
  readonly policy: DeliveryPolicy
  readonly log: EventLog
  readonly createId: IdFactory
  /** @throws CapstanError `SESSIONS_CLOSED` after the end. */
  readonly requireOpen: () => void
  /** Says what went wrong where nobody is there to be told by an error. */
  readonly warn: (message: string, cause?: unknown) => void
}
