/** A stored session that an agent is about to load. */
export interface StoredSession {
  readonly sessionId: string
  /** The agent's environment, which names the folder of its sessions. */
  readonly environment: Readonly<Record<string, string | undefined>>
}

/**
 * Keeps an agent from damaging its stored session. Called before the agent starts or loads the session; call the
 * returned function once the session is open or has failed to open.
 */
export type SessionGuard = (session: StoredSession) => Promise<() => Promise<void>>
