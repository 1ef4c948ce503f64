import type { EventBase } from '../event-base.ts'

/** A new session exists. */
export interface SessionStartedEvent extends EventBase {
  type: 'session.started'
  /** The new session. */
  sessionId: string
}

/** An earlier session goes on. */
export interface SessionResumedEvent extends EventBase {
  type: 'session.resumed'
  /** The session that goes on. */
  sessionId: string
}

/** The agent behind a session was lost and another one took its place. */
export interface SessionRecoveredEvent extends EventBase {
  type: 'session.recovered'
  /** The session from now on. */
  sessionId: string
  /** How it came back: the agent went on with it, played it again, or began an empty one. */
  by: 'resume' | 'load' | 'new'
  /** True when the agent knows nothing of what was said before. */
  contextLost: boolean
  /** The session before, when the new one has another id. */
  previousSessionId?: string
}

/** A session was split off from another one. */
export interface SessionForkedEvent extends EventBase {
  type: 'session.forked'
  /** The new session. */
  sessionId: string
  /** The session it was split off from. */
  parentSessionId: string
}

/** The session was let go; nothing more comes from it. */
export interface SessionReleasedEvent extends EventBase {
  type: 'session.released'
  /** The session that was let go. */
  sessionId: string
  /** Why, for people. */
  reason?: string
}

/** What is known about the session changed. An absent field stays as it was, `null` clears it. */
export interface SessionUpdatedEvent extends EventBase {
  type: 'session.updated'
  /** What to call the session, for people. */
  title?: string | null
  /** Last activity, as ISO 8601 text. */
  updatedAt?: string | null
}
