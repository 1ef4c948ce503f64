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
  /** What the current run alone has used so far. */
  run?: RunUsage
}

/** What one run has used: the share of the session that belongs to it. */
export interface RunUsage {
  tokens?: TokenUsage
  cost?: Cost
}

/** How full the context window is, in tokens. */
export interface ContextUsage {
  /** Tokens in the window now. */
  used: number
  /** Tokens the window can hold. */
  size: number
}

/**
 * Token counts; what is absent was not reported. No token is counted twice: `input`, `cacheRead`, `cacheWrite` and
 * `output` together are `total`, and `thinking` is a part of `output`.
 */
export interface TokenUsage extends Extensible {
  /** All tokens together. */
  total?: number
  /** Tokens sent to the model, without those that `cacheRead` and `cacheWrite` count. */
  input?: number
  /** Tokens the model wrote, thinking included. */
  output?: number
  /** The part of `output` that was thinking. */
  thinking?: number
  /** Tokens sent and read from the provider's cache. */
  cacheRead?: number
  /** Tokens sent and written to the provider's cache. */
  cacheWrite?: number
  /** The agent did not count every model call, such as a cancelled one: at least this much was used. */
  incomplete?: true
}

/** A cumulative cost: of the session in `usage.updated`, of the run in `finish`. */
export interface Cost extends Extensible {
  /** How much. */
  amount: number
  /** ISO 4217 code such as `USD`, or another unit such as `credits`. */
  currency: string
  /** `computed`: Capstan worked it out from tokens and prices. Absent: the agent reported it. */
  source?: 'computed'
  /** A model call is not in it, such as a cancelled one: it cost at least this much. */
  incomplete?: true
}
