import type { SharedPaths } from '../definition/definition-thinking.ts'

/** A settings file for the agent, in the run's folder. */
export interface SettingsFile {
  /** The variable with the folder's path. */
  readonly folderVariable: string
  readonly file: string
  readonly content: Readonly<Record<string, unknown>>
  readonly shares?: SharedPaths
}

/** An option to set after the session opens, by category. */
export interface PlannedOption {
  readonly category: string
  readonly value: string
  /** If the session does not offer the option: keep the current value, with or without a warning. */
  readonly unlessOffered?: 'keep' | 'warn'
}

/** A requested option that has no effect, or a different one. */
export interface LeftOutThinking {
  readonly what: 'effort' | 'budget' | 'override'
  /** The key of the override, if the option is part of it. */
  readonly key?: string
  readonly requested: unknown
  readonly message: string
  /** The option has an effect, but not the requested one. */
  readonly partly?: true
  /** A sentence that says what would work. */
  readonly hint?: string
  /** The supported levels, or the smallest and largest budget. */
  readonly supported?: readonly string[] | readonly [number, number]
  /** The transport that supports the option. */
  readonly transport?: 'acp' | 'cli'
}

/** How thinking options reach the agent. */
export interface ThinkingTranslation {
  /** The native parameters `effort`, `budget_tokens` or `thinking`, merged with the override. */
  readonly native: Readonly<Record<string, unknown>>
  readonly arguments: readonly string[]
  readonly environment: Readonly<Record<string, string>>
  readonly settings: readonly SettingsFile[]
  readonly sessionOptions: readonly PlannedOption[]
  /** Options without the requested effect: an error under `strict`, otherwise a warning. */
  readonly leftOut: readonly LeftOutThinking[]
  /** Messages about options whose effect differs from their name. */
  readonly warnings: readonly string[]
}

/** The part of a translation that passes one parameter. */
export type ThinkingPart = Partial<
  Pick<ThinkingTranslation, 'arguments' | 'environment' | 'settings' | 'sessionOptions'>
>
