import type { AcpConnection } from '../acp/acp-connection.ts'
import type { RunOptions } from './api/options.ts'
import type { ValidatedRun } from './validate/validate.ts'

/** The options of a session: those of a run, without the prompt. */
export interface RunSessionOptions extends Omit<RunOptions, 'agent' | 'prompt' | 'outputSchema'> {
  /**
   * Starts a new session if the agent cannot resume `sessionId`, instead of failing. The event `session.recovered` then
   * reports that the context is lost.
   */
  orStart?: boolean
}

/** The options that can change when a session is resumed. */
export type SessionChanges = Omit<RunSessionOptions, 'orStart' | 'sessionId' | 'forkSessionId'>

export interface OpenSessionOptions {
  orStart?: boolean | undefined
  validated: ValidatedRun
  /** Validates the options of the session again. */
  validate: (options: RunOptions) => ValidatedRun
}

/** The part of the ACP connection that a session exposes; the session owns the connection. */
export type SessionHost = Pick<
  AcpConnection,
  'agent' | 'handshake' | 'capabilities' | 'profile' | 'loadSession' | 'listSessions' | 'streamAllSessions'
>
