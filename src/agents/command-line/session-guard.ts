/** A session that an agent has stored and is about to be given again. */
export interface StoredSession {
  readonly sessionId: string
  /** The variables the agent gets: they say where it keeps its sessions. */
  readonly environment: Readonly<Record<string, string | undefined>>
}

/**
 * Keeps an agent from damaging what it has stored of a session. Called before the agent starts, or before a running one
 * loads the session; the function it gives is called once the session is open, or could not be opened.
 */
export type SessionGuard = (session: StoredSession) => Promise<() => Promise<void>>
