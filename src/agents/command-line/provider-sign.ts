import type { AgentFailure } from './provider-failure.ts'
import type { StoredSession } from './stored-usage.ts'
import type { AgentEvent } from '../../events/event.ts'
import type { Retry } from './retry-notice.ts'

/**
 * What an agent shows of its provider over ACP in a form of its own.
 * - `retry`: it asks again, and what it streamed of the answer no longer counts.
 * - `restart`: what it streamed of the answer no longer counts; the event begins it again.
 * - `next`: what it streamed so far stays; the event goes on after it.
 * - `settled`: what it streamed so far stays.
 * - `failure`: the words of what the provider refused for good.
 * - `aside`: words that are no part of the answer and say nothing more.
 */
export type ProviderSign =
  | ({ readonly type: 'retry' } & Retry)
  | { readonly type: 'restart' | 'next' | 'settled' | 'aside' }
  | { readonly type: 'failure'; readonly message: string }

/** Finds a sign in an event. Words and raw messages that are one are not passed on; other events are. */
export type ReadSign = (event: AgentEvent) => ProviderSign | undefined

/** Finds a sign in a line of the agent's log on stderr. */
export type ReadLogSign = (line: string) => ProviderSign | undefined

/** Reads what an agent shows of its provider over ACP in a form of its own. */
export interface AcpSigns {
  /** Makes what reads the events of one session. */
  readonly events?: () => ReadSign
  /** Makes what reads the log of one process. */
  readonly log?: () => ReadLogSign
  /** The failure that ended the last turn, where only the agent's own files say what it was. */
  readonly keptFailure?: (kept: StoredSession) => Promise<AgentFailure | undefined>
}
