import type { Basis } from './definition-fact.ts'

/**
 * How an agent uses another provider, on one transport or both. In every text, `{baseUrl}` and `{model}` stand for the
 * user's settings and `{runFolder}` for the run's folder.
 */
export interface ProviderMeans {
  /** The API of the provider. */
  readonly api: string
  /** Default: both transports. An agent with another provider is not started on a transport without an entry. */
  readonly transport?: 'acp' | 'cli'
  /** The variable that passes the key to the program. */
  readonly keyVariable: string
  /** Only with a key, or only without one. */
  readonly when?: 'key' | 'no-key'
  /** A model is required. */
  readonly needsModel?: true
  /** The agent's id for a model of this provider (default: `{model}`). */
  readonly modelForm?: string
  readonly arguments?: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  /** JSON variables, merged over their other content. */
  readonly jsonEnvironment?: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  /** JSON files in the run's folder, merged over their other content. */
  readonly jsonFiles?: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly basis: Basis
  readonly note?: string
}

/** The provider that the user chose for an agent. Holds the name of the key's variable, never the key. */
export interface ProviderChoice {
  readonly baseUrl: string
  /** The user's variable that holds the key. */
  readonly keyVariable?: string
  readonly api: string
  readonly model?: string
}
