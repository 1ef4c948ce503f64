import type { AgentEvent } from '../../src/events/event.ts'
import type { RunResult } from '../../src/run/api/run.ts'
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
  /** The name of the run whose session it continues. */
  resumes?: string
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
  result?: Pick<RunResult, 'tokens' | 'cost' | 'stopReason' | 'warnings' | 'sessionId'>
  /** The last event. */
  finish?: AgentEvent
  usage: readonly AgentEvent[]
  /** The number of answers to the run, and to side requests of the agent. */
  answers: { run: number; side: number }
}
