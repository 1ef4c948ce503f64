import type { AgentDefinition } from '../../agents/definition/definition.ts'
import type { RunOptions } from '../../run/api/options.ts'
import type { ContractOptions } from '../../testing/contract/contract-options.ts'
import type { CheckReport } from '../../testing/contract/report.ts'
import type { EscapeReport, PolicyCase } from '../escapes/escape.ts'
import type { AboutProgram } from '../report.ts'

/** The placeholder for the URL of the model provider, which is known only once the provider listens. */
export const providerAddress = '{provider}'

/** Options of a run as JSON. */
export type JsonRunOptions = Omit<
  RunOptions,
  'agent' | 'prompt' | 'signal' | 'onWarning' | 'onStderr' | 'onMessage' | 'schema'
>

/** A program that must run before the agent, and the text it prints when ready. */
export interface BesideProgram {
  readonly words: readonly [string, ...string[]]
  readonly ready: string
}

/** The checks of one agent in one home. Plain JSON. */
export interface VerifyJob {
  readonly agent: string
  /** The definition of an agent that is not in the catalog. */
  readonly definition?: AgentDefinition
  /** The home of the agent; it exists and is empty. */
  readonly home: string
  /** The folder for workspaces. */
  readonly folder: string
  /** Files of the home, by relative path. */
  readonly files: Readonly<Record<string, string>>
  readonly options: JsonRunOptions
  readonly beside?: BesideProgram
  /** Files of each workspace. */
  readonly work: Readonly<Record<string, string>>
  /** The policies to try escapes under, in place of the checks. */
  readonly cases?: readonly PolicyCase[]
  readonly contract: Pick<ContractOptions, 'checks' | 'prompts' | 'settings' | 'limits' | 'concurrency'>
  /** Whether the agent is pointed at the model provider, so that its requests must arrive there. */
  readonly usesProvider: boolean
}

/** A line from the worker. */
export type WorkerLine =
  | { readonly type: 'check'; readonly check: CheckReport }
  | { readonly type: 'escapes'; readonly escapes: readonly EscapeReport[] }
  | ({ readonly type: 'done' } & AboutProgram)
