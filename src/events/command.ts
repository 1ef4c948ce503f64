import type { ErrorDetail } from './error.ts'
import type { EventBase } from './event-base.ts'

/** A command began to run. */
export interface CommandStartedEvent extends EventBase {
  type: 'command.started'
  /** The command line. */
  command: string
  /** Working directory. */
  cwd?: string
}

/** A command ended. */
export interface CommandCompletedEvent extends EventBase {
  type: 'command.completed'
  /** The command line. */
  command: string
  /** Exit code. */
  exitCode?: number
  /** How long it ran. */
  durationMs?: number
}

/** A command could not run or failed. */
export interface CommandFailedEvent extends EventBase {
  type: 'command.failed'
  /** The command line. */
  command: string
  /** Why it failed. */
  error: ErrorDetail
  /** Exit code, if it ran. */
  exitCode?: number
}
