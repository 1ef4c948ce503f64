import type { EventBase } from '../event-base.ts'

/** A new session exists. */
export interface SessionStartedEvent extends EventBase {
  type: 'session.started'
  /** The new session. */
  sessionId: string
}

/** An earlier session was resumed. */
export interface SessionResumedEvent extends EventBase {
  type: 'session.resumed'
  /** The resumed session. */
  sessionId: string
}

/** The agent of a session was lost and replaced by another one. */
export interface SessionRecoveredEvent extends EventBase {
  type: 'session.recovered'
  /** The current session. */
  sessionId: string
  /** How the session was recovered: resumed, replayed, or started empty. */
  by: 'resume' | 'load' | 'new'
  /** True when the agent has lost the conversation. */
  contextLost: boolean
  /** The previous session, if its id differs. */
  previousSessionId?: string
}

/** A session was forked from another one. */
export interface SessionForkedEvent extends EventBase {
  type: 'session.forked'
  /** The new session. */
  sessionId: string
  /** The parent session. */
  parentSessionId: string
}

/** The session was released; it emits no more events. */
export interface SessionReleasedEvent extends EventBase {
  type: 'session.released'
  /** The released session. */
  sessionId: string
  /** Why, for people. */
  reason?: string
}

/** The session's metadata changed. An absent field is unchanged, `null` clears it. */
export interface SessionUpdatedEvent extends EventBase {
  type: 'session.updated'
  /** Display name of the session. */
  title?: string | null
  /** Last activity, as ISO 8601 text. */
  updatedAt?: string | null
}
