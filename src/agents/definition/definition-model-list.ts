/** A model of an agent. Only the id is required; missing fields are unknown. */
export interface OfferedModel {
  readonly id: string
  readonly name?: string
  /** Other names that the agent accepts. */
  readonly aliases?: readonly string[]
  /** The agent's default model. */
  readonly isDefault?: true
  readonly contextWindow?: number
  readonly maxOutputTokens?: number
  /** The effort levels in rising order; empty if the model has none. */
  readonly efforts?: readonly string[]
  readonly images?: boolean
  readonly files?: boolean
  readonly deprecated?: true
  /** US dollars per million tokens. */
  readonly price?: { readonly input: number; readonly output: number; readonly cachedInput?: number }
}
