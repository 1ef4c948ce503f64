import type { Clock } from '../core/clock.ts'
import type { IdFactory } from '../core/ids.ts'
import type { DeliveryPolicy } from './delivery-policy.ts'
import type { EventLog } from './events/event-log.ts'
import type { SessionStore } from './store/session-store.ts'
import type { UnsavedWork } from './store/unsaved-work.ts'

/** Shared by all parts of one `Sessions` instance. */
export interface SessionsContext {
  readonly store: SessionStore
  readonly clock: Clock
  readonly policy: DeliveryPolicy
  readonly log: EventLog
  readonly createId: IdFactory
  /** @throws CapstanError `SESSIONS_CLOSED` after `close`. */
  readonly requireOpen: () => void
  readonly isOpen: () => boolean
  /** Writes that are repeated until the store takes them. */
  readonly unsaved: UnsavedWork
  /** Reports failures that no caller receives. */
  readonly warn: (message: string, cause?: unknown) => void
}
