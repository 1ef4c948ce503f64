import type { EventBase, Extensible } from './event-base.ts'

/** What the session has used so far. Each field given replaces the last one. */
export interface UsageUpdatedEvent extends EventBase {
  type: 'usage.updated'
  /** How full the context window is. Not a count of tokens paid for. */
  context?: ContextUsage
  /** Token counts. */
  tokens?: TokenUsage
  /** Cost of the session so far: the last value is the total, never add them up. `null`: no longer known. */
  cost?: Cost | null
}

/** How full the context window is, in tokens. */
export interface ContextUsage {
  /** Tokens in the window now. */
  used: number
  /** Tokens the window can hold. */
  size: number
}

/** Token counts as the source gives them; what is absent was not reported. */
export interface TokenUsage extends Extensible {
  /** All tokens together. */
  total?: number
  /** Tokens sent to the model. */
  input?: number
  /** Tokens the model wrote. */
  output?: number
  /** Tokens of thinking. */
  thinking?: number
  /** Tokens read from the provider's cache. */
  cacheRead?: number
  /** Tokens written to the provider's cache. */
  cacheWrite?: number
}

/** A cumulative cost: of the session in `usage.updated`, of the run in `finish`. */
export interface Cost extends Extensible {
  /** How much. */
  amount: number
  /** ISO 4217 code such as `USD`, or another unit such as `credits`. */
  currency: string
}
