import type { EventBase, Extensible } from './event-base.ts'

/** Usage of the session so far. Each given field replaces its previous value. */
export interface UsageUpdatedEvent extends EventBase {
  type: 'usage.updated'
  /** Fill level of the context window. Not a count of billed tokens. */
  context?: ContextUsage
  /** Token counts. */
  tokens?: TokenUsage
  /** Cost of the session so far: the last value is the total, never add them up. `null`: no longer known. */
  cost?: Cost | null
  /** Usage of the current run so far. */
  run?: RunUsage
}

/** Usage of one run: its share of the session. */
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
 * Token counts; an absent field was not reported. No token is counted twice: `input`, `cacheRead`, `cacheWrite` and
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
  /** A model call is missing, such as a cancelled one: the actual usage is higher. */
  incomplete?: true
}

/** A cumulative cost: of the session in `usage.updated`, of the run in `finish`. */
export interface Cost extends Extensible {
  /** How much. */
  amount: number
  /** ISO 4217 code such as `USD`, or another unit such as `credits`. */
  currency: string
  /** `computed`: Capstan computed the cost from tokens and prices. Absent: the agent reported it. */
  source?: 'computed'
  /** A model call is missing, such as a cancelled one: the actual cost is higher. */
  incomplete?: true
}
