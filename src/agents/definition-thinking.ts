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
    }
  | { readonly kind: 'session-option'; readonly category: string }

/** One way to say how hard or how long an agent thinks; of several that fit, the first is used. */
export interface ThinkingControl {
  readonly sets: 'effort' | 'budget'
  /** Whether it is for a session over ACP or for a headless run. */
  readonly transport: 'acp' | 'cli'
  readonly by: ThinkingCarrier
  /** The levels it takes, in rising order; left out when they depend on the model. */
  readonly levels?: readonly string[]
  /** The levels that do something for a model that takes only budgets, where those are not all. */
  readonly levelsOfBudgetModels?: readonly string[]
  /** The largest budget it lets through, where that is less than what the model takes. */
  readonly most?: number
  /** How a level is written there, where that is another word. */
  readonly written?: Readonly<Record<string, string>>
  /** What to send when the caller asks for nothing, where the agent's own choice would surprise. */
  readonly whenUnset?: string
  readonly basis: Basis
  readonly note?: string
}
