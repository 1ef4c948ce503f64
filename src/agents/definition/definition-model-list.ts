/** A model that an agent offers. Only the id has to be given: what is left out is not known. */
export interface OfferedModel {
  readonly id: string
  readonly name?: string
  /** Other names the agent takes for it. */
  readonly aliases?: readonly string[]
  /** The agent uses it when no model is named. */
  readonly isDefault?: true
  readonly contextWindow?: number
  readonly maxOutputTokens?: number
  /** The effort levels it takes, from the least to the most; empty for a model that takes none. */
  readonly efforts?: readonly string[]
  readonly images?: boolean
  readonly files?: boolean
  readonly deprecated?: true
  /** US dollars per million tokens. */
  readonly price?: { readonly input: number; readonly output: number; readonly cachedInput?: number }
}
