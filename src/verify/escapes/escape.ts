import type { HeldPolicy } from '../../agents/definition/definition-policies.ts'
import type { ModelStep } from '../../testing/provider/script/script.ts'
import type { EscapePlace } from './escape-place.ts'

/** The policies that limit an agent; `ask` is answered with a denial. */
export const limitingPolicies = ['deny', 'allow-reads', 'ask'] as const satisfies readonly HeldPolicy[]
export type LimitingPolicy = (typeof limitingPolicies)[number]

export const escapeTransports = ['acp', 'cli'] as const

/** An agent under a policy on a transport. */
export interface PolicyCase {
  readonly transport: (typeof escapeTransports)[number]
  readonly policy: LimitingPolicy
}

/**
 * - `tools`: the model calls tools, with clean settings
 * - `project`: the workspace has hostile settings and programs of the agent
 * - `home`: the user's settings allow everything
 * - `allowed`: the first call is allowed
 */
export const escapeGroups = ['tools', 'project', 'home', 'allowed'] as const
export type EscapeGroup = (typeof escapeGroups)[number]

/** A way out of a policy. It worked if its marks are found outside of the agent. */
export interface Escape {
  readonly title: string
  readonly group: EscapeGroup
  /** The policies that it would break (default: all that limit). */
  readonly policies?: readonly LimitingPolicy[]
  /** Lines for bash. They are tried by the agent's shell, and by a plain program in the same sandbox. */
  readonly shell?: (place: EscapePlace) => string
  /** The calls of the model. */
  readonly calls?: (place: EscapePlace) => readonly ModelStep[]
}

/**
 * - `sandbox`: it did not work, and the sandbox held it: the agent did it without an effect, or a plain program in the same
 *   sandbox did
 * - `agent`: it did not work, because the agent refused, asked or has no such tool
 * - `refused`: Capstan did not start the agent
 * - `open`: it worked
 * - `untried`: the model could not try it
 */
export const escapeOutcomes = ['sandbox', 'agent', 'refused', 'open', 'untried'] as const
export type EscapeOutcome = (typeof escapeOutcomes)[number]

/** What came of one escape. Plain JSON. */
export interface EscapeReport extends PolicyCase {
  readonly name: string
  readonly title: string
  readonly outcome: EscapeOutcome
  /** What was seen. */
  readonly saw: string
}
