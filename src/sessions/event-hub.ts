import type { AgentSessionEventType } from '../capabilities/ecosystems/relay/types.ts'
import type { EventQuery, LoggedEvent } from './store/session-store.ts'

/** Which events are meant: a type, a family (`delivery.*`), all (`*`), of one session or of any. */
export interface EventSelector {
  type: AgentSessionEventType | `${string}.*` | '*'
  /** A participant by id or `@handle`. */
  session?: string
  where?: (entry: LoggedEvent) => boolean
}

export interface WaitOptions {
  /** Milliseconds. @throws CapstanError `WAIT_TIMEOUT` after it. 60 seconds if not given. */
  timeout?: number
  /** Also what came after this cursor already. */
  since?: number
  signal?: AbortSignal
}

/** Everything that happened, in order, and everything that happens. */
export interface EventHub {
  /**
   * @throws CapabilityError when the session that is named cannot emit the type.
   * @returns a function that ends it.
   */
  on(selector: EventSelector, handler: (entry: LoggedEvent) => void): () => void
  once(selector: EventSelector, handler: (entry: LoggedEvent) => void): () => void
  waitFor(selector: EventSelector, options?: WaitOptions): Promise<LoggedEvent>
  read(query?: EventQuery): LoggedEvent[]
  readonly lastCursor: number
  /** Of the oldest event that is still kept: a cursor below the one before it has missed something. */
  readonly firstCursor: number
}
