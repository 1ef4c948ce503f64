import type { RecordedRequest } from '../../src/testing/provider/script/recording.ts'

/** The steps for an agent that runs as a long-running process on its command line. */
export interface LiveJob {
  agent: string
  /** Its home and the folder it works in; both are there, and empty. */
  home: string
  folder: string
  /** Files of the home, by their path from there. */
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
  /** The words of what it asked, with what was answered. */
  asked: readonly string[]
}

/** What reached the provider with a prompt. */
export interface LiveArrival extends Pick<RecordedRequest, 'model'> {
  /** Null when the request said nothing of it. */
  effort: unknown
}

export interface LiveOutcome {
  allowed: LiveTurnOutcome & { isWritten: boolean }
  denied: LiveTurnOutcome & { isWritten: boolean }
  /** Whether what was said in the middle reached the model. */
  steered: LiveTurnOutcome & { hasArrived: boolean }
  first: LiveTurnOutcome & { arrived: LiveArrival }
  cancelled: LiveTurnOutcome
  second: LiveTurnOutcome & { arrived: LiveArrival }
  /** Whether all turns of the session were one. */
  isOneSession: boolean
}
