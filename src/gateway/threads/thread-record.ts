import type { SessionSettings } from '../../run/api/session-settings.ts'
import type { AgentSnapshot } from '../../sessions/agent/agent-snapshot.ts'

/** The stored data of a thread, without its messages. */
export interface ThreadRecord {
  readonly id: string
  readonly agent: string
  readonly title: string
  /** Milliseconds since the epoch. */
  readonly createdAt: number
  readonly updatedAt: number
  readonly isArchived: boolean
  /** The data to resume the thread's session, once the agent has started. */
  readonly origin?: AgentSnapshot
  /** Settings that clients have chosen. */
  readonly settings: SessionSettings
  /** The last state of the session, such as its model and usage. */
  readonly state: Readonly<Record<string, unknown>>
}

export interface ThreadQuery {
  readonly agent?: string | undefined
  /** Searches titles and messages, ignoring case. */
  readonly search?: string | undefined
  /** Whether archived threads are listed instead of the others. */
  readonly isArchived: boolean
  readonly limit: number
  /** Only threads after this one in the list. */
  readonly after?: Pick<ThreadRecord, 'id' | 'updatedAt'> | undefined
}
