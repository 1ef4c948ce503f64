import type { Basis } from './definition-fact.ts'

/**
 * How a value reaches the program. In arguments and in the content of a settings file, `{value}` stands for the
 * value and `{model}` for the model.
 * - `arguments`: on the command line
 * - `environment`: in a variable
 * - `settings`: in a JSON file below the folder in a variable; a string that is only `{value}` becomes the value itself
 * - `session-option`: as a session option, found by category because each agent names it differently
 */
export type ThinkingCarrier =
  | { readonly kind: 'arguments'; readonly arguments: readonly string[] }
  | { readonly kind: 'environment'; readonly variable: string }
  | {
      readonly kind: 'settings'
      readonly folderVariable: string
      readonly file: string
      readonly content: Readonly<Record<string, unknown>>
      /** Parts of the user's home to link besides the file's neighbors; created if missing. */
      readonly shares?: SharedPaths
    }
  | { readonly kind: 'session-option'; readonly category: string }

/** Relative to the home folder. */
export interface SharedPaths {
  readonly folders: readonly string[]
  readonly files: readonly string[]
}

/** Levels that the program changes before it sends them to the provider. */
export interface ChangedLevels {
  /** The agent's model ids; `*` stands for any characters (default: all models, and no model). */
  readonly models?: readonly string[]
  /** From the given level to the level that the provider receives. */
  readonly levels: Readonly<Record<string, string>>
}

/** A way to set an agent's effort or budget, or to turn thinking off. The first match is used. */
export interface ThinkingControl {
  readonly sets: 'effort' | 'budget' | 'off'
  readonly transport: 'acp' | 'cli'
  readonly by: ThinkingCarrier
  /** The agent's ids of the affected models; `*` stands for any characters (default: all). */
  readonly models?: readonly string[]
  /** The accepted levels in rising order; undefined if they depend on the model. */
  readonly levels?: readonly string[]
  /** How the program changes an unsupported level, unless it rejects the level. */
  readonly otherLevels?: 'sent' | 'ignored'
  /** Changed levels; the first entry that matches the model applies. */
  readonly changed?: readonly ChangedLevels[]
  /** The program's spelling of a level, where it differs. */
  readonly written?: Readonly<Record<string, string>>
  /** The value to send without a request, where the agent's own default would surprise. */
  readonly whenUnset?: string
  /** Only the session shows whether the option exists: if not, warn instead of failing. */
  readonly assumed?: true
  readonly basis: Basis
  /** Why the control is not in the program's help. */
  readonly hidden?: string
  readonly note?: string
}
