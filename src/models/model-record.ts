/** Prices in US dollars per million tokens. */
export interface ModelPrice {
  input: number
  output: number
  cacheRead?: number
  cacheWrite?: number
  thinking?: number
  /** Price tiers of longer prompts, the lowest bound first. */
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

/** A source of model data and its date. */
export interface DataSource {
  name: string
  /** ISO 8601 date. */
  date: string
}

/**
 * One model of a provider. Only models that write text and call tools, which a coding agent needs. Fields that a
 * source lacks are undefined.
 */
export interface ModelRecord {
  /** The provider's own id. */
  id: string
  name: string
  /** ISO 8601 date or month. */
  released?: string
  /** Tokens. */
  context: number
  /** Tokens. */
  output: number
  thinks?: true
  /** The effort levels of the provider. */
  efforts?: string[]
  /** The thinking budget in tokens. */
  budget?: { min?: number; max?: number }
  structured?: boolean
  images?: true
  /** Files other than images. */
  files?: true
  price?: ModelPrice
  /** The package or API of the model, if it differs from the provider's. */
  api?: string
  deprecated?: true
  /** Another mode of the previous model in the list, with its own id; only some agents offer these. */
  mode?: string
  source: string
  /** ISO 8601 date of the source. */
  date: string
  /** ISO 8601 time of the fetch; undefined for a bundled record. */
  fetchedAt?: string
  /** Capability fields that a rule filled in because this source lacks them. */
  derived?: string[]
  /** Capability fields that this source lacks and no rule fills in. */
  unknown?: string[]
}

/** All models of a provider, sorted by id. */
export interface ProviderRecords {
  provider: string
  /** The package or API of the provider's models. */
  api: string
  models: ModelRecord[]
}
