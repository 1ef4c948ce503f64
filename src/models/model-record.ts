/** Prices in US dollars per million tokens. */
export interface ModelPrice {
  input: number
  output: number
  cacheRead?: number
  cacheWrite?: number
  thinking?: number
  /** Prices of longer prompts, the lowest bound first. */
  tiers?: PriceTier[]
}

/** Prices of a whole request whose prompt has more than `above` tokens. */
export interface PriceTier {
  above: number
  input: number
  output: number
  cacheRead?: number
  cacheWrite?: number
}

/** Who says something about models, and of which day the word is. */
export interface DataSource {
  name: string
  /** ISO 8601 date. */
  date: string
}

/**
 * One model as a provider serves it. Only models that write text and call tools are kept: a coding agent works
 * through tools. What a source does not say is left out.
 */
export interface ModelRecord {
  /** The provider's own name for it. */
  id: string
  name: string
  /** ISO 8601 date or month. */
  released?: string
  /** Tokens. */
  context: number
  /** Tokens. */
  output: number
  thinks?: true
  /** The words the provider takes for an effort. */
  efforts?: string[]
  /** The thinking budget it takes, in tokens. */
  budget?: { min?: number; max?: number }
  structured?: boolean
  images?: true
  /** Files beyond images. */
  files?: true
  price?: ModelPrice
  /** How it is spoken to, where that is not as with the rest of the provider: a package or an API by name. */
  api?: string
  deprecated?: true
  /** A way to run the model in front of it in the list, with its own id; only some agents offer those. */
  mode?: string
  source: string
  /** ISO 8601 date of the source. */
  date: string
  /** ISO 8601 time of the fetch; a bundled record has none. */
  fetchedAt?: string
  /** Fields of the model's capabilities that this source does not give and a rule filled in. */
  derived?: string[]
  /** Fields of the model's capabilities that this source does not give and no rule fills in. */
  unknown?: string[]
}

/** Everything one provider serves, sorted by id. */
export interface ProviderRecords {
  provider: string
  /** How its models are spoken to: a package or an API by name. */
  api: string
  models: ModelRecord[]
}
