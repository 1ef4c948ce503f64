import { CapstanError } from '../../core/capstan-error.ts'
import type { HeldPolicy } from '../definition/definition-policies.ts'
import type { PlannedFile } from '../definition/planned-file.ts'
import type { PlannedOption, ThinkingTranslation } from '../thinking/thinking-translation.ts'

/** The placeholder of the run's folder in a plan, which is known only when the run starts. */
export const runFolder = '{runFolder}'

/** The options of a run that take effect when the agent starts. */
export interface LaunchRequest {
  transport: 'acp' | 'cli'
  /** On the command line: one long-running process for many turns. */
  longRunning?: boolean
  prompt: string
  /** The agent's id of the model: `cliArgValue` of a model. */
  model?: string
  thinking: ThinkingTranslation
  /** An earlier session to resume. */
  resume?: string
  /** An earlier session to fork. */
  fork?: string
  /** The id of a new session. */
  sessionId?: string
  noSession?: boolean
  additionalDirectories?: readonly string[]
  systemPrompt?: string
  appendSystemPrompt?: string
  /** The permission policy; without it, the agent starts with its own defaults. */
  policy?: HeldPolicy
  /** Whether the agent starts in the sandbox. */
  isConfined?: boolean
  outputSchema?: unknown
  images?: readonly string[]
  files?: readonly string[]
  maxTurns?: number
  maxCost?: number
}

/** A file of the caller to copy into the run's folder. */
export interface CopiedFile {
  /** Relative to the run's folder. */
  readonly path: string
  /** Absolute, or relative to the working folder. */
  readonly from: string
}

/** Variables that hold a JSON object, by name. */
export type JsonVariables = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/** The part of a launch plan that depends on the transport. */
export interface LaunchStart {
  readonly command: string
  readonly arguments: readonly string[]
  readonly stdin?: string
  readonly environment: Readonly<Record<string, string>>
  readonly jsonEnvironment?: JsonVariables
  readonly files: readonly PlannedFile[]
  readonly copies?: readonly CopiedFile[]
  readonly sessionOptions: readonly PlannedOption[]
  readonly sessionMeta?: Readonly<Record<string, unknown>>
}

export function transportError(agent: string, how: string): CapstanError {
  const other = how === 'over ACP' ? 'cli' : 'acp'
  return new CapstanError('TRANSPORT_UNAVAILABLE', `${agent} cannot run ${how}`, {
    hint: `Use transport ${other}.`,
    commandHint: `Use --transport ${other}.`,
  })
}
