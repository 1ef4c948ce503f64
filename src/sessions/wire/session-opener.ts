import type { ManagedSession } from '../managed-session.ts'
import type { ParticipantRecord } from '../store/session-store.ts'

export interface ResumeOptions {
  signal: AbortSignal
  /** Values of the agent's variables; not stored. */
  env?: Readonly<Record<string, string>>
}

/** Optional services of a session server. */
export interface SessionOpener {
  /** Opens a session from the client's parameters. */
  open?(params: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<ManagedSession>
  /** Resumes a stored session that is not running. */
  resume?(record: ParticipantRecord, options: ResumeOptions): Promise<ManagedSession>
  /** Adds the actions of a module; returns their names. */
  addActions?(path: string): Promise<string[]>
  /** Stops the server after the request is answered. */
  stop?(): void
}
