import type { ModelCapabilities } from '../capabilities/ecosystems/mux/types.ts'
import type { DataSource, ModelPrice } from './model-record.ts'
import type { ThinkingOff } from './thinking-off.ts'

/** Everything known about a model behind an agent: the published shape, and what that shape cannot hold. */
export interface ModelDetails {
  readonly capabilities: ModelCapabilities
  /** Fields, mostly of the capabilities, that no source gives and a rule filled in. */
  readonly derived: readonly string[]
  /** Fields nobody knows that the shape cannot leave out: 0, false or empty. */
  readonly assumed: readonly string[]
  /** Left out when unknown. A price of 0 is free. */
  readonly price?: ModelPrice
  /** All effort levels that the agent takes for it, in the agent's own words, from the least to the most. */
  readonly efforts?: readonly string[]
  /** The effort when none is asked for. */
  readonly defaultEffort?: string
  /** What switches its thinking off with this agent; left out where nothing does, or nobody knows. */
  readonly off?: ThinkingOff
  /** The agent takes no thinking budget for it, or passes none on. */
  readonly takesNoBudget?: true
  /** The model's own window, where the agent works with a smaller one. */
  readonly modelContextWindow?: number
  /** The largest window the agent can be set to, where that is not the one it works with. */
  readonly maxContextWindow?: number
  /** ISO 8601 date or month. */
  readonly released?: string
  /** Works when named, but the agent does not list it. */
  readonly hidden: boolean
  /** Who said so, the base first. */
  readonly sources: readonly DataSource[]
}
