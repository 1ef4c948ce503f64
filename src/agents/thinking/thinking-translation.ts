import type { SharedPaths } from '../definition/definition-thinking.ts'

/** A settings file for the agent, in a folder of the run's own. */
export interface SettingsFile {
  /** The variable that says where the folder is. */
  readonly folderVariable: string
  readonly file: string
  readonly content: Readonly<Record<string, unknown>>
  readonly shares?: SharedPaths
}

/** An option to set once there is a session, by its category. */
export interface PlannedOption {
  readonly category: string
  readonly value: string
  /** What happens where the session does not offer it: it stays as it is, with a warning or without one. */
  readonly unlessOffered?: 'keep' | 'warn'
}

/** Something that was requested and does not take effect, or not as requested. */
export interface LeftOutThinking {
  readonly what: 'effort' | 'budget' | 'override'
  /** The key, where it is one of the override's. */
  readonly key?: string
  readonly requested: unknown
  readonly message: string
  /** It takes effect, though not as requested. */
  readonly partly?: true
  /** What would work, as a sentence. */
  readonly hint?: string
  /** The levels, or the smallest and the largest budget, that would work. */
  readonly supported?: readonly string[] | readonly [number, number]
  /** The transport on which it would work. */
  readonly transport?: 'acp' | 'cli'
}

/** How the request reaches the agent. */
export interface ThinkingTranslation {
  /** The native parameters: `effort`, `budget_tokens` or `thinking`, with the override laid over them. */
  readonly native: Readonly<Record<string, unknown>>
  readonly arguments: readonly string[]
  readonly environment: Readonly<Record<string, string>>
  readonly settings: readonly SettingsFile[]
  readonly sessionOptions: readonly PlannedOption[]
  /** What does not take effect as requested: a refusal under `strict`, a warning otherwise. */
  readonly leftOut: readonly LeftOutThinking[]
  /** What takes effect in another way than its name says. */
  readonly warnings: readonly string[]
}

/** The part of a translation that one parameter needs. */
export type ThinkingPart = Partial<
  Pick<ThinkingTranslation, 'arguments' | 'environment' | 'settings' | 'sessionOptions'>
>
