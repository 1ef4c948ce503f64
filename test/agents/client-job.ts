import type { RunOptions } from '../../src/run/api/options.ts'
import type { RunResult } from '../../src/run/api/run.ts'
import type { AgentEvent } from '../../src/events/event.ts'
import type { ContractOptions } from '../../src/testing/contract/run-contract.ts'
import type { ContractReport } from '../../src/testing/contract/report.ts'
import type { RecordedRequest } from '../../src/testing/provider/script/recording.ts'
import type { ModelScript } from '../../src/testing/provider/script/script.ts'
import type { SchemaLibrary } from './library-schemas.ts'

/** A run as JSON. */
export type JobRun = Omit<RunOptions, 'signal' | 'onWarning' | 'onStderr' | 'onMessage' | 'schema'> & {
  /** The library whose schema the answer has to fit. */
  library?: SchemaLibrary
}

/** A run of a job. All runs that resume, and the first, work in one folder. */
export type JobTask = Partial<JobRun> & {
  /** Resumes the session of the first run. */
  resumes?: true
  /** Forks the session of the first run. */
  forks?: true
}

/** A program: its command line, and the text it prints when ready. */
export interface BesideProgram {
  words: readonly [string, ...string[]]
  ready: string
}

/** What Capstan's own client does with one agent, beside a model provider. */
export interface ClientJob {
  agent: string
  /** The home of the agent; it is there, and empty. */
  home: string
  /** Where workspaces are made. */
  folder: string
  /** Files of the home, by their path from there. */
  files: Readonly<Record<string, string>>
  /** Files of each working folder that is made for a run. */
  work: Readonly<Record<string, string>>
  /** What every run is given. */
  options: Omit<JobRun, 'agent' | 'prompt'>
  /** The program that has to run beside the agent. */
  beside?: BesideProgram
  /** What the model does, beside what prompts say themselves. */
  scripts?: readonly ModelScript[]
  contract?: Pick<ContractOptions, 'checks' | 'prompts' | 'settings' | 'limits'>
  runs?: readonly JobTask[]
}

/** The outcome of one run. */
export interface JobRunOutcome {
  /** Why the run was rejected before the agent started. */
  refusal?: string
  /** What it failed with. */
  error?: { code: string; message: string }
  native?: Readonly<Record<string, unknown>>
  transport?: 'acp' | 'cli'
  result?: RunResult
  events: readonly AgentEvent[]
  requests: readonly RecordedRequest[]
}

export interface ClientJobOutcome {
  contract?: ContractReport
  /** What reached the provider during each check. */
  requests: Readonly<Record<string, readonly RecordedRequest[]>>
  runs: readonly JobRunOutcome[]
  seconds: number
}
