import type { AgentSessionEventType } from '../capabilities/ecosystems/relay/types.ts'
import type { EventQuery, LoggedEvent } from './store/session-store.ts'

/** Selects events by type, family (`delivery.*`) or all (`*`), of one session or of any. */
export interface EventSelector {
  type: AgentSessionEventType | `${string}.*` | '*'
  /** A participant by id or `@handle`. */
  session?: string
  where?: (entry: LoggedEvent) => boolean
}

export interface WaitOptions {
  /** Milliseconds. Default: 60 seconds. @throws CapstanError `WAIT_TIMEOUT` when it is over. */
  timeout?: number
  /** Also matches stored events after this cursor. */
  since?: number
  signal?: AbortSignal
}

/** Past and future events, in order. */
export interface EventHub {
  /** @throws CapabilityError if the selected session cannot emit the type. @returns a function that unsubscribes. */
  on(selector: EventSelector, handler: (entry: LoggedEvent) => void): () => void
  once(selector: EventSelector, handler: (entry: LoggedEvent) => void): () => void
  waitFor(selector: EventSelector, options?: WaitOptions): Promise<LoggedEvent>
  /**
   * Stored events; `after: 0` starts at the oldest one.
   * @throws CapstanError `CURSOR_EXPIRED` with `firstCursor` if events after the cursor are no longer stored.
   */
  read(query?: EventQuery): LoggedEvent[]
  readonly lastCursor: number
  /** The cursor of the oldest stored event. Reading after a cursor below `firstCursor - 1` is an error. */
  readonly firstCursor: number
}
