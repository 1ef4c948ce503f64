import type { Basis } from './definition-fact.ts'

/**
 * How a value reaches the program. In arguments and in the content of a settings file, `{value}` stands for the
 * value and `{model}` for the model.
 * - `arguments`: on the command line it is started with
 * - `environment`: in a variable
 * - `settings`: in a JSON file below the folder a variable names; a string that is `{value}` becomes the value itself
 * - `session-option`: as the session's option of a category, which is called differently by each agent
 */
export type ThinkingCarrier =
  | { readonly kind: 'arguments'; readonly arguments: readonly string[] }
  | { readonly kind: 'environment'; readonly variable: string }
  | {
      readonly kind: 'settings'
      readonly folderVariable: string
      readonly file: string
      readonly content: Readonly<Record<string, unknown>>
      /** What of the user's home stays the user's own, beside what lies next to the file: made or linked even if missing. */
      readonly shares?: SharedPaths
    }
  | { readonly kind: 'session-option'; readonly category: string }

/** Paths from the home folder. */
export interface SharedPaths {
  readonly folders: readonly string[]
  readonly files: readonly string[]
}

/** Levels that the program sends to the provider as another level. */
export interface ChangedLevels {
  /** The models, by the agent's ids; `*` stands for any characters. Left out, it is so for all and without a model. */
  readonly models?: readonly string[]
  /** From the level that the program is given to the level that arrives. */
  readonly levels: Readonly<Record<string, string>>
}

/** One way to set how hard or how long an agent thinks, or to switch it off; the first that fits is used. */
export interface ThinkingControl {
  readonly sets: 'effort' | 'budget' | 'off'
  /** Whether it is for a session over ACP or for a run on the command line. */
  readonly transport: 'acp' | 'cli'
  readonly by: ThinkingCarrier
  /** The models it has an effect for, by the agent's ids with `*` for any characters; left out when for all. */
  readonly models?: readonly string[]
  /** The levels it takes, in rising order; left out when they depend on the model. */
  readonly levels?: readonly string[]
  /** What the program does with a level that the model does not take, where it does not refuse it. */
  readonly otherLevels?: 'sent' | 'ignored'
  /** Levels that arrive as another one; the first entry that matches a model counts. */
  readonly changed?: readonly ChangedLevels[]
  /** How a level is written there, where that is another word. */
  readonly written?: Readonly<Record<string, string>>
  /** What to send when the caller sets nothing, where the agent's own choice would surprise. */
  readonly whenUnset?: string
  /** Only the session shows whether it is there: a session that does not offer it gets a warning, not a failure. */
  readonly assumed?: true
  readonly basis: Basis
  /** Why the program's help does not list it. */
  readonly hidden?: string
  readonly note?: string
}
