import { isRecord } from '../../core/is-record.ts'
import { ValidationError } from '../../core/validation-error.ts'
import type { RunSessionOptions } from '../../run/session.ts'
import type { AgentIdentity } from '../identity.ts'

/** Options that can be kept: no secrets, no programs of the caller’s, and nothing that belongs to one prompt. */
const keptOptions = [
  'model',
  'allowUnknownModel',
  'thinkingEffort',
  'thinkingBudgetTokens',
  'thinkingOverride',
  'systemPrompt',
  'appendSystemPrompt',
  'additionalDirectories',
  'jsonMode',
  'approvalMode',
  'skills',
  'plugins',
  'cwd',
  'permissions',
  'maxCostUsd',
  'maxTokens',
  'maxTurns',
  'timeoutMs',
  'inactivityTimeoutMs',
  'maxLineBytes',
  'timeouts',
  'transport',
  'strict',
] as const satisfies (keyof RunSessionOptions)[]

export type KeptOptions = Pick<RunSessionOptions, (typeof keptOptions)[number]>

/** What a session with an agent is taken up by again. It is plain JSON. */
export interface AgentSnapshot extends Readonly<Record<string, unknown>> {
  readonly kind: 'agent'
  readonly version: 1
  readonly identity: AgentIdentity
  readonly agent: string
  /** The agent’s own id of the session; there is none before it has told one. */
  readonly agentSessionId?: string
  readonly options: KeptOptions
  /** Everything up to here had happened. */
  readonly cursor: number
}

/** Leaves out what must not or cannot be kept: variables, servers and programs are given anew. */
export function keptOptionsOf(options: RunSessionOptions): KeptOptions {
  const kept = keptOptions.flatMap((name): [string, unknown][] => {
    const value = options[name]
    return value === undefined || typeof value === 'function' ? [] : [[name, value]]
  })
  return Object.fromEntries(kept)
}

/** Reads a snapshot that came from elsewhere. @throws ValidationError when it is none. */
export function readAgentSnapshot(value: unknown): AgentSnapshot {
  const fault = faultIn(value)
  if (fault === undefined) return value as AgentSnapshot
  throw new ValidationError(`This is no snapshot of a session with an agent: ${fault.message}`, [fault], {
    hint: 'Give what snapshot() gave, as it is.',
  })
}

function faultIn(value: unknown): { path: string[]; message: string } | undefined {
  if (!isRecord(value) || value['kind'] !== 'agent')
    return { path: ['kind'], message: 'its kind is not agent' }
  if (value['version'] !== 1) return { path: ['version'], message: 'its version is not 1' }
  const { identity, agent, agentSessionId, options } = value
  if (!isRecord(identity) || typeof identity['id'] !== 'string' || typeof identity['handle'] !== 'string') {
    return { path: ['identity'], message: 'it has no identity' }
  }
  if (typeof agent !== 'string') return { path: ['agent'], message: 'it names no agent' }
  if (agentSessionId !== undefined && typeof agentSessionId !== 'string') {
    return { path: ['agentSessionId'], message: 'the agent’s session id is no text' }
  }
  return isRecord(options) ? undefined : { path: ['options'], message: 'it has no options' }
}
