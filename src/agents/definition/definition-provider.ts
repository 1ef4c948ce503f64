import type { Basis } from './definition-fact.ts'

/**
 * How an agent is pointed at another provider, on one transport or on both. In every text, `{baseUrl}` and `{model}` stand
 * for what the user set, and `{runFolder}` for the folder of the run.
 */
export interface ProviderMeans {
  /** The API that the provider has to speak. */
  readonly api: string
  /** Left out, it is for both transports. An agent is not started on a transport without means. */
  readonly transport?: 'acp' | 'cli'
  /** The variable in which the program gets the key. */
  readonly keyVariable: string
  /** Only where a key is set, or only where none is. */
  readonly when?: 'key' | 'no-key'
  /** Without a model it does not work. */
  readonly needsModel?: true
  /** How the agent names a model of this provider; `{model}` if left out. */
  readonly modelForm?: string
  readonly arguments?: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  /** Variables that hold JSON: merged over what else is in them. */
  readonly jsonEnvironment?: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  /** Files of JSON in the folder of the run: merged over what else is in them. */
  readonly jsonFiles?: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly basis: Basis
  readonly note?: string
}

/** The provider that a user chose for an agent. It holds the name of a variable and never a key. */
export interface ProviderChoice {
  readonly baseUrl: string
  /** The user's variable that holds the key. */
  readonly keyVariable?: string
  readonly api: string
  readonly model?: string
}
