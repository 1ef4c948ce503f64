import { isRecord } from '../../core/is-record.ts'
import { ValidationError } from '../../core/validation-error.ts'
import type { RunSessionOptions } from '../../run/session-options.ts'
import type { AgentIdentity } from '../identity.ts'

/** Options that snapshots store: no secrets, no functions, nothing that belongs to one prompt. */
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
  'sandbox',
  'allowUnenforced',
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

/** The data needed to resume an agent session, as plain JSON. */
export interface AgentSnapshot extends Readonly<Record<string, unknown>> {
  readonly kind: 'agent'
  readonly version: 1
  readonly identity: AgentIdentity
  readonly agent: string
  /** The agent’s own session id; absent until the agent has reported one. */
  readonly agentSessionId?: string
  readonly options: KeptOptions
  /** The session had a function as its policy, which is passed again on resume. */
  readonly hasPolicyFunction?: true
  /** The names of the variables that the agent got; their values are passed again on resume, never stored. */
  readonly variables?: readonly string[]
  /** The event log cursor at the time of the snapshot. */
  readonly cursor: number
}

export interface SnapshotParts extends Pick<AgentSnapshot, 'identity' | 'agent' | 'cursor'> {
  /** The id is empty until the agent has reported one. A session in the sandbox must not open again without it. */
  readonly session: { readonly id: string; readonly isConfined: boolean }
  readonly options: RunSessionOptions
  readonly source: Readonly<Record<string, unknown>> | undefined
}

export function snapshotOf(parts: SnapshotParts): AgentSnapshot {
  const { identity, agent, session, options, source, cursor } = parts
  const { id: agentSessionId, isConfined } = session
  const variables = Object.keys(options.env ?? {}).toSorted()
  return {
    kind: 'agent',
    version: 1,
    identity,
    agent,
    ...(agentSessionId === '' ? {} : { agentSessionId }),
    options: { ...keptOptionsOf(options), ...(isConfined ? { sandbox: true } : {}) },
    ...(hasFunction(options.permissions) ? { hasPolicyFunction: true } : {}),
    ...(variables.length === 0 ? {} : { variables }),
    ...(source === undefined ? {} : { source }),
    cursor,
  }
}

/** Leaves out options that cannot be stored; environment, MCP servers and functions are passed again on resume. */
function keptOptionsOf(options: RunSessionOptions): KeptOptions {
  const kept = keptOptions.flatMap((name): [string, unknown][] => {
    const value = options[name]
    return value === undefined || hasFunction(value) ? [] : [[name, value]]
  })
  return Object.fromEntries(kept)
}

/** A policy can be a function, also with rules: without it, the rules would belong to another policy. */
function hasFunction(value: unknown): boolean {
  return typeof value === 'function' || (isRecord(value) && typeof value['policy'] === 'function')
}

/** Validates a snapshot from outside. @throws ValidationError if it is not a snapshot. */
export function readAgentSnapshot(value: unknown): AgentSnapshot {
  const fault = faultIn(value)
  if (fault === undefined) return value as AgentSnapshot
  throw new ValidationError(`Not a snapshot of an agent session: ${fault.message}`, [fault], {
    hint: 'Pass the value that snapshot() returned, unchanged.',
  })
}

function faultIn(value: unknown): { path: string[]; message: string } | undefined {
  if (!isRecord(value) || value['kind'] !== 'agent') return { path: ['kind'], message: 'kind is not agent' }
  if (value['version'] !== 1) return { path: ['version'], message: 'version is not 1' }
  const { identity, agent, agentSessionId, options } = value
  if (!isRecord(identity) || typeof identity['id'] !== 'string' || typeof identity['handle'] !== 'string') {
    return { path: ['identity'], message: 'identity is missing' }
  }
  if (typeof agent !== 'string') return { path: ['agent'], message: 'agent is missing' }
  if (agentSessionId !== undefined && typeof agentSessionId !== 'string') {
    return { path: ['agentSessionId'], message: 'agentSessionId is not text' }
  }
  return isRecord(options) ? undefined : { path: ['options'], message: 'options are missing' }
}
