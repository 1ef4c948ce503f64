import type { ErrorDetail } from '../error.ts'
import type { EventBase } from '../event-base.ts'

interface ActionBase extends EventBase {
  /** Name of the action. */
  action: string
  /** Names this call of the action. */
  invocationId: string
}

/** The session called an action of another participant. */
export interface ActionInvokedEvent extends ActionBase {
  type: 'action.invoked'
}

/** An action succeeded. */
export interface ActionCompletedEvent extends ActionBase {
  type: 'action.completed'
  /** How long it ran. */
  durationMs?: number
}

/** An action failed. */
export interface ActionFailedEvent extends ActionBase {
  type: 'action.failed'
  /** Why it failed. */
  error: ErrorDetail
}

/** An action was denied and did not start. */
export interface ActionDeniedEvent extends ActionBase {
  type: 'action.denied'
  /** Why it was denied. */
  reason: string
}
