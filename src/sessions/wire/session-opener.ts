import type { ManagedSession } from '../managed-session.ts'
import type { ParticipantRecord } from '../store/session-store.ts'

/** What a host does beside looking after sessions that somebody registered. */
export interface SessionOpener {
  /** Opens a session by its own means. */
  open?(params: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<ManagedSession>
  /** Takes up a session that is kept and does not run. */
  takeUp?(record: ParticipantRecord, signal: AbortSignal): Promise<ManagedSession>
  /** Adds the actions of a module; gives their names. */
  addActions?(path: string): Promise<string[]>
  /** Ends the host, after this was answered. */
  stop?(): void
}
