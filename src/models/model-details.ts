import type { ModelCapabilities } from '../capabilities/ecosystems/mux/types.ts'
import type { DataSource, ModelPrice } from './model-record.ts'
import type { ThinkingOff } from './thinking-off.ts'

/** Everything known about a model of an agent: the published shape and additional fields. */
export interface ModelDetails {
  readonly capabilities: ModelCapabilities
  /** Fields that a rule filled in because no source has them. */
  readonly derived: readonly string[]
  /** Unknown fields that the shape requires: 0, false or empty. */
  readonly assumed: readonly string[]
  /** Undefined if unknown. A price of 0 is free. */
  readonly price?: ModelPrice
  /** All effort levels of the model, as the agent names them, in rising order. */
  readonly efforts?: readonly string[]
  /** The default effort. */
  readonly defaultEffort?: string
  /** How to turn thinking off with this agent; undefined if impossible or unknown. */
  readonly off?: ThinkingOff
  /** The agent accepts no thinking budget for the model. */
  readonly takesNoBudget?: true
  /** The model's own context window, if the agent uses a smaller one. */
  readonly modelContextWindow?: number
  /** The largest context window the agent can be set to, if it differs from the default. */
  readonly maxContextWindow?: number
  /** ISO 8601 date or month. */
  readonly released?: string
  /** The model works but the agent does not list it. */
  readonly hidden: boolean
  /** The sources, the base first. */
  readonly sources: readonly DataSource[]
}
