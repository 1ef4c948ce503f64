import type { HeldPolicy } from '../../src/agents/definition/definition-policies.ts'
import type { RunOptions } from '../../src/run/api/options.ts'

/** The actions that the model tries under a policy with every agent. */
export const commonEffects = ['write', 'command', 'read-inside', 'read-outside', 'network'] as const
export type CommonEffect = (typeof commonEffects)[number]
export type Effect = CommonEffect | 'mcp-tool'

/**
 * The outcome:
 * - `done`: it happened without a question
 * - `asked`: the agent asked, permission was denied, and it did not happen
 * - `held`: it did not happen, without a question
 * - `allowed`: the agent asked, the policy allowed it, and it happened
 * - `broken`: permission was denied, but it happened
 */
export type EffectOutcome = 'done' | 'asked' | 'held' | 'allowed' | 'broken'

export interface PolicyCase {
  transport: 'acp' | 'cli'
  policy: HeldPolicy
  sandbox?: boolean
  /** What the model tries (default: `commonEffects`). */
  tries?: readonly Effect[]
  /** How each question is answered under `ask` (default: `deny`). */
  answer?: 'allow' | 'deny'
}

/** Runs of one agent under policies, beside a model that tries everything. */
export interface PolicyJob {
  agent: string
  home: string
  folder: string
  /** Files of the home, by relative path. */
  files: Readonly<Record<string, string>>
  /** Files of each working folder. */
  work: Readonly<Record<string, string>>
  options: Omit<RunOptions, 'agent' | 'prompt'>
  /** How the model calls a tool of an MCP server: its name, or the address that it writes to. */
  mcpTool?: string
  cases: readonly PolicyCase[]
}

export interface PolicyOutcome extends PolicyCase {
  /** Why the run was rejected before the agent started. */
  refusal?: string
  warnings: readonly string[]
  errors: readonly string[]
  effects: Partial<Record<Effect, EffectOutcome>>
  /** How many questions there were about each effect. */
  questions: Partial<Record<Effect, number>>
  /** Whether the instructions of the workspace reached the model. */
  seesInstructions: boolean
  seconds: number
}
