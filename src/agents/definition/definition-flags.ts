import type { Basis } from './definition-fact.ts'

/**
 * What a headless run can be told on the command line.
 * - `oneShot`: what makes it run one prompt and end; a subcommand or an option
 * - `prompt-stdin`: what stands in place of the prompt when stdin holds it; it is used before `prompt`
 * - `fork`, `resume`: their value is the earlier session; `session-id` names a new one
 * - `stream`: what makes it print machine-readable lines, `stream-input` what makes it read them
 * - `schema` takes JSON, `schema-file` the path of a file with it
 * - `no-background`: keeps it from work nobody asked for, such as updates
 */
export const flagNames = [
  'oneShot',
  'prompt',
  'prompt-stdin',
  'model',
  'resume',
  'continue',
  'fork',
  'session-id',
  'no-session',
  'add-directory',
  'working-directory',
  'mcp-config',
  'system-prompt',
  'append-system-prompt',
  'stream',
  'stream-input',
  'schema',
  'schema-file',
  'image',
  'file',
  'max-turns',
  'max-cost',
  'skip-trust',
  'skip-git-check',
  'no-background',
] as const

export type FlagName = (typeof flagNames)[number]

/**
 * The JSON Schema that a command line takes.
 * - `draft-07`: the keywords of draft 7 and no others, with an object at the top
 * - `strict`: the subset of OpenAI's strict mode, where every property is required and nothing else is allowed
 */
export const schemaForms = ['draft-07', 'strict'] as const

export type SchemaForm = (typeof schemaForms)[number]

/** The arguments by which one thing is said. */
export interface Flag {
  /** In order; `{value}` stands for what the caller gives. None where it happens without being told. */
  readonly arguments: readonly string[]
  readonly basis: Basis
  /**
   * Where they stand: `command` before every option, `last` after them, `prompt` inside the text of the prompt.
   * Among the options if it is left out.
   */
  readonly place?: 'command' | 'last' | 'prompt'
  /** Its value is a file that is copied into the folder of the run, which the agent gets as an additional directory. */
  readonly copied?: true
  /** It takes every word up to the next option, so that none of another kind may follow it. */
  readonly variadic?: true
  /** Of `schema` and `schema-file`: the form the agent takes; any JSON Schema if it is left out. */
  readonly form?: SchemaForm
  /** Why the help text does not show it, where it does not. */
  readonly hidden?: string
  readonly note?: string
}

/** The command line of an agent as a table; what is not in it cannot be said there, or is not known. */
export type AgentFlags = Readonly<Partial<Record<FlagName, Flag>>>

/** The row by which an answer's schema is passed: in a file where there are both. */
export function schemaFlag(flags: AgentFlags | undefined): Flag | undefined {
  return flags?.['schema-file'] ?? flags?.schema
}

/** One row of the table. */
export function flag(
  basis: Basis,
  words: readonly string[],
  rest: Omit<Flag, 'arguments' | 'basis'> = {},
): Flag {
  return { arguments: words, basis, ...rest }
}
