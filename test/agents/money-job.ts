import type { AgentEvent } from '../../src/events/event.ts'
import type { AnsweredBy, ReportedUsage } from '../../src/testing/provider/script/recording.ts'
import type { ClientJob, JobRun } from './client-job.ts'

/** Runs one agent by one transport, one run after the other. */
export interface MoneyJob extends Pick<
  ClientJob,
  'agent' | 'home' | 'folder' | 'files' | 'work' | 'scripts'
> {
  options: Partial<JobRun>
  runs: readonly MoneyRun[]
}

export interface MoneyRun {
  name: string
  prompt: string
  /** The name of the run whose session it resumes. */
  resumes?: string
  /** The name of the run whose session it forks. */
  forks?: string
  /** Cancels the run when its text contains this. */
  cancelsAt?: string
  options?: Partial<JobRun>
}

export interface MoneyOutcome {
  runs: Readonly<Record<string, MoneyRunOutcome>>
  seconds: number
}

export interface MoneyRunOutcome {
  error?: { code: string; message: string }
  /** The last event. */
  finish?: AgentEvent
  /** Every request to a model during the run. */
  calls: readonly MoneyCall[]
}

/** A model call, as the provider recorded it. */
export interface MoneyCall {
  model: string
  answeredBy: AnsweredBy
  usage?: ReportedUsage
}
