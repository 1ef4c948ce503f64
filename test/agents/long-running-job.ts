import type { RecordedRequest } from '../../src/testing/provider/script/recording.ts'

/** The steps for an agent that runs as a long-running process on its command line. */
export interface LiveJob {
  agent: string
  /** The home and the working folder of the agent; both exist and are empty. */
  home: string
  folder: string
  /** Files of the home, by relative path. */
  files: Readonly<Record<string, string>>
  env: Readonly<Record<string, string>>
  /** The model it is started with, and the one it is set to. */
  models: readonly [string, string]
}

/** How a turn ended. */
export interface LiveTurnOutcome {
  text?: string
  stopReason?: string
  error?: string
  /** The questions with their answers. */
  asked: readonly string[]
}

/** The request of a prompt at the provider. */
export interface LiveArrival extends Pick<RecordedRequest, 'model'> {
  /** Null if the request has no such field. */
  effort: unknown
}

export interface LiveOutcome {
  allowed: LiveTurnOutcome & { isWritten: boolean }
  denied: LiveTurnOutcome & { isWritten: boolean }
  /** Whether the steering message reached the model. */
  steered: LiveTurnOutcome & { hasArrived: boolean }
  first: LiveTurnOutcome & { arrived: LiveArrival }
  cancelled: LiveTurnOutcome
  second: LiveTurnOutcome & { arrived: LiveArrival }
  /** Whether all turns belong to one session. */
  isOneSession: boolean
}
