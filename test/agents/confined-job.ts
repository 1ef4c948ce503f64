import type { AgentEvent } from '../../src/events/event.ts'
import type { RunOptions } from '../../src/run/api/options.ts'
import type { RunResult } from '../../src/run/api/run.ts'
import type { ModelScript } from '../../src/testing/provider/script/script.ts'

/** A confined run as JSON. All runs of a job work in one folder. */
export type ConfinedTask = Partial<Omit<RunOptions, 'signal' | 'onWarning' | 'onStderr' | 'onMessage'>> & {
  /** How each question is answered; replaces the policy. */
  answer?: 'allow' | 'deny'
  /** The number of the run whose session it resumes or forks. */
  resumes?: number
  forks?: number
  /** Files of the home to write before the run. */
  before?: Readonly<Record<string, string>>
}

/** Confined runs of one agent beside a provider that records keys, and a company's proxy that answers for every host. */
export interface ConfinedJob {
  agent: string
  /** The home of the agent; it exists and is empty. */
  home: string
  /** The folder for workspaces. */
  folder: string
  files: Readonly<Record<string, string>>
  work: Readonly<Record<string, string>>
  options: Omit<RunOptions, 'agent' | 'prompt'>
  scripts?: readonly ModelScript[]
  /** Sends everything through a company's proxy, which answers as the provider for every host. */
  usesCompany?: boolean
  /** The JSON answers of the company's proxy by `METHOD host/path`, for hosts that are no model provider. */
  answers?: Readonly<Record<string, unknown>>
  runs: readonly ConfinedTask[]
}

export interface ConfinedOutcome {
  /** Why the run was rejected before the agent started. */
  refusal?: string
  error?: { code: string; message: string; retryable?: boolean; status?: number }
  text?: string
  sessionId?: string
  tokens?: RunResult['tokens']
  cost?: RunResult['cost']
  warnings: readonly string[]
  events: readonly AgentEvent[]
  /** The bodies of model requests, as one text. */
  sent: string
  models: readonly string[]
  /** The keys that reached the provider. */
  keys: readonly string[]
  /** The hosts and paths that the company's proxy saw. */
  contacts: readonly string[]
  /** Files of the home that the run created, changed or removed. */
  changed: readonly string[]
  seconds: number
}
