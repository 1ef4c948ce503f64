import type { RunOptions } from '../../src/run/api/options.ts'
import type { RunResult } from '../../src/run/api/run.ts'
import type { AgentEvent } from '../../src/events/event.ts'
import type { BesideProgram } from '../../src/verify/worker/job.ts'
import type { RecordedRequest } from '../../src/testing/provider/script/recording.ts'
import type { ModelScript } from '../../src/testing/provider/script/script.ts'
import type { SchemaLibrary } from './library-schemas.ts'

/** A run as JSON. */
export type JobRun = Omit<RunOptions, 'signal' | 'onWarning' | 'onStderr' | 'onMessage' | 'schema'> & {
  /** The library of the schema that the answer must match. */
  library?: SchemaLibrary
}

/** A run of a job. All runs that resume, and the first, work in one folder. */
export type JobTask = Partial<JobRun> & {
  /** Resumes the session of the first run. */
  resumes?: true
  /** Forks the session of the first run. */
  forks?: true
}

/** The runs of Capstan's client with one agent and a model provider. */
export interface ClientJob {
  agent: string
  /** The home of the agent; it exists and is empty. */
  home: string
  /** The folder for workspaces. */
  folder: string
  /** Files of the home, by relative path. */
  files: Readonly<Record<string, string>>
  /** Files of each working folder of a run. */
  work: Readonly<Record<string, string>>
  /** The options of every run. */
  options: Omit<JobRun, 'agent' | 'prompt'>
  /** The program that the agent requires. */
  beside?: BesideProgram
  /** The steps of the model, besides those in prompts. */
  scripts?: readonly ModelScript[]
  runs?: readonly JobTask[]
}

/** The outcome of one run. */
export interface JobRunOutcome {
  /** Why the run was rejected before the agent started. */
  refusal?: string
  /** The error of the run. */
  error?: { code: string; message: string }
  native?: Readonly<Record<string, unknown>>
  transport?: 'acp' | 'cli'
  result?: RunResult
  events: readonly AgentEvent[]
  requests: readonly RecordedRequest[]
}

export interface ClientJobOutcome {
  runs: readonly JobRunOutcome[]
  seconds: number
}
