import type { AgentFailure } from './provider-failure.ts'
import type { StoredSession } from './stored-usage.ts'
import type { AgentEvent } from '../../events/event.ts'
import type { Retry } from './retry-notice.ts'

/**
 * A provider event that an agent reports over ACP in its own format.
 * - `retry`: the agent retries; the streamed part of the answer is void.
 * - `restart`: the streamed part of the answer is void; the event starts the answer again.
 * - `next`: the streamed part is final; the event continues after it.
 * - `settled`: the streamed part is final.
 * - `failure`: the provider's message for a final failure.
 * - `aside`: text that is not part of the answer, to be dropped.
 */
export type ProviderSign =
  | ({ readonly type: 'retry' } & Retry)
  | { readonly type: 'restart' | 'next' | 'settled' | 'aside' }
  | { readonly type: 'failure'; readonly message: string }

/** Finds a sign in an event. Text and raw events that are a sign are dropped; other events are passed on. */
export type ReadSign = (event: AgentEvent) => ProviderSign | undefined

/** Finds a sign in a line of the agent's stderr log. */
export type ReadLogSign = (line: string) => ProviderSign | undefined

/** Reads the provider events that an agent reports over ACP in its own format. */
export interface AcpSigns {
  /** Creates a reader for the events of one session. */
  readonly events?: () => ReadSign
  /** Creates a reader for the log of one process. */
  readonly log?: () => ReadLogSign
  /** The failure that ended the last turn, for agents that record it only in their own files. */
  readonly keptFailure?: (kept: StoredSession) => Promise<AgentFailure | undefined>
}
