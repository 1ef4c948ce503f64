import type { HistoryCheck } from '../../../src/agents/history/history-check.ts'
import type { HistoryOutcome } from '../../../src/agents/history/history-line.ts'

/** The text in a job that stands for the address of the model provider. */
export const providerAddress = 'http://provider.invalid'

/** The values that a check sets if the session offers them; the first offered one counts. */
export interface PreferredSettings {
  model?: readonly string[]
  effort?: readonly string[]
  mode?: readonly string[]
  /** The mode in which the agent asks before it writes. */
  asking?: readonly [string, ...string[]]
  /** The mode in which commands run. */
  acting?: readonly [string, ...string[]]
}

/** The quick set of checks of one agent, as JSON. */
export interface QuickJob {
  agent: string
  command: readonly [string, ...string[]]
  /** The whole environment of the agent. */
  environment: Readonly<Record<string, string>>
  home: string
  /** The parent of the workspaces. */
  folder: string
  /** Files of the home and of each workspace, by relative path. */
  homeFiles: Readonly<Record<string, string>>
  workFiles: Readonly<Record<string, string>>
  protocol: 1 | 2
  /** The checks to try, each group in new processes; handshake, session and text always come first. */
  groups: readonly (readonly HistoryCheck[])[]
  /** Whether a "no" counts: a turn has to pass after the checks too, and commands get longer to end. */
  isAlone: boolean
  settings: PreferredSettings
  beside?: { words: readonly [string, ...string[]]; ready: string }
}

/** What a check saw. */
export interface CheckSeen {
  result: HistoryOutcome
  seen: string
  /** Whether a time limit ended it. */
  timedOut?: true
  /** Whether a second process said the same. */
  isConfirmed?: true
}

/** Checks whose outcome is read from an answer; several of them cannot disturb each other. */
export const readFromAnswer = /is not advertised$|has no such setting$|^the only value is /

/** Why no turn came about. */
export interface QuickFailure {
  stage: 'start' | 'session' | 'text'
  message: string
  /** The code of the JSON-RPC error. */
  rpcCode?: number
  /** Of the agent's process, if it ended. */
  exitCode?: number | null
  timedOut?: true
  stderr: string
}

export interface QuickOutcome {
  protocol?: 1 | 2
  claims: readonly string[]
  checks: Partial<Record<HistoryCheck, CheckSeen>>
  failure?: QuickFailure
}
