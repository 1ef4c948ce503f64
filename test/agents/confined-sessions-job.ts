import type { RunOptions } from '../../src/run/api/options.ts'

/** Runs of one agent in the sandbox, on one transport, with everything that must outlive a run. */
export interface ConfinedJob {
  agent: string
  transport: 'acp' | 'cli'
  home: string
  folder: string
  /** Files of the home, by relative path. */
  files: Readonly<Record<string, string>>
  options: Omit<RunOptions, 'agent' | 'prompt'>
  /** The key of the user, which must not be found inside. */
  key: string
  /** The policy under which the agent can run commands, or only read. */
  policy: 'ask' | 'allow-reads'
  resumes: boolean
  forks: boolean
}

/** What happened in one run. */
export interface ConfinedTurn {
  /** `ok`, or the code of the error. */
  ended: string
  /** Whether the model saw the prompt of the first run. */
  remembers: boolean
}

export interface ConfinedOutcome {
  turns: Readonly<Record<string, ConfinedTurn>>
  /** The files of the home that the confined runs changed, by relative path. */
  changed: readonly string[]
  seesInstructions: boolean
  seesUserInstructions: boolean
  /** The requests reached the provider with the key of the user. */
  sendsKey: boolean
  /** The search inside ran. */
  searched: boolean
  findsKey: boolean
  warnings: readonly string[]
}
