import type { Basis } from './definition-fact.ts'

/**
 * The options of a single-prompt run on the command line.
 * - `oneShot`: runs one prompt and exits; a subcommand or an option
 * - `prompt-stdin`: replaces the prompt argument when stdin holds the prompt; preferred over `prompt`
 * - `fork`, `resume`: the value is the earlier session; `session-id` names a new session
 * - `stream`: prints machine-readable lines; `stream-input`: reads them
 * - `schema` takes JSON, `schema-file` the path of a JSON file
 * - `no-background`: turns off background work such as updates
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
 * The form of JSON Schema that a command line accepts.
 * - `draft-07`: only keywords of draft 7, with an object at the top
 * - `strict`: the subset of OpenAI's strict mode, where every property is required and no other is allowed
 */
export const schemaForms = ['draft-07', 'strict'] as const

export type SchemaForm = (typeof schemaForms)[number]

/** The arguments of one option. */
export interface Flag {
  /** In order; `{value}` stands for the caller's value. Empty if the agent does this by default. */
  readonly arguments: readonly string[]
  readonly basis: Basis
  /**
   * The position: `command` before all options, `last` after them, `prompt` inside the prompt text.
   * Default: among the options.
   */
  readonly place?: 'command' | 'last' | 'prompt'
  /** The value is a file to copy into the run's folder, which the agent gets as an additional directory. */
  readonly copied?: true
  /** The option takes every argument up to the next option. */
  readonly variadic?: true
  /** For `schema` and `schema-file`: the accepted form (default: any JSON Schema). */
  readonly form?: SchemaForm
  /** Why the option is not in the help. */
  readonly hidden?: string
  readonly note?: string
}

/** The command-line options of an agent. A missing option does not exist or is not known. */
export type AgentFlags = Readonly<Partial<Record<FlagName, Flag>>>

/** The option that passes the answer's schema; `schema-file` takes precedence. */
export function schemaFlag(flags: AgentFlags | undefined): Flag | undefined {
  return flags?.['schema-file'] ?? flags?.schema
}

/** Creates one option. */
export function flag(
  basis: Basis,
  args: readonly string[],
  rest: Omit<Flag, 'arguments' | 'basis'> = {},
): Flag {
  return { arguments: args, basis, ...rest }
}
