import type { ExitCode } from './exit-codes.ts'
import type { Output } from './output/output.ts'

/** A flag of a command. */
export interface Option {
  name: string
  short?: string
  /** The placeholder of the value in help; a flag without one takes no value. */
  value?: string
  /** Values that a flag without a value takes after `=`. */
  inline?: readonly string[]
  /** Whether the flag can be repeated. */
  repeats?: boolean
  help: string
}

/** The input of a command. */
export interface Invocation {
  /** The values of each option, in order. */
  values: ReadonlyMap<string, readonly string[]>
  arguments: readonly string[]
  output: Output
  /** All commands, passed in to avoid an import cycle. */
  commands: readonly CommandEntry[]
  /** Aborts when the user interrupts; only for a command with `stopsItself`. */
  signal: AbortSignal
}

/** A command that can be run. */
export interface Command {
  /** The arguments and required options, as help shows them. */
  usage: string
  description: string
  options: readonly Option[]
  /** The maximum number of arguments. */
  maxArguments: number
  examples?: readonly string[]
  /** The command handles `signal` and cleans up; other commands exit at once. */
  stopsItself?: true
  run(invocation: Invocation): Promise<ExitCode>
}

/** A parsed command line. */
export interface CommandCall extends Pick<Invocation, 'values' | 'arguments' | 'output'> {
  command: Command
}

/** A command in the command table; its module is loaded when it runs. */
export interface CommandEntry {
  name: string
  summary: string
  load: () => Promise<Command | CommandGroup>
}

/** A command with subcommands. */
export interface CommandGroup {
  description: string
  commands: readonly CommandEntry[]
  /** Runs when no subcommand is named. */
  otherwise?: () => Promise<Command>
}

export const globalOptions: readonly Option[] = [
  { name: 'json', help: 'print JSON, including errors and notes' },
  { name: 'no-color', help: 'print without color (same as NO_COLOR)' },
  { name: 'no-config', help: 'ignore configuration files and variables' },
  { name: 'help', short: 'h', help: 'show help' },
  { name: 'version', short: 'v', help: 'show the version' },
]

/** Two global options as commands: `capstan help run` is `capstan run --help`. */
export const optionWords = [
  { name: 'help', summary: 'show help for a command' },
  { name: 'version', summary: 'show the version' },
] as const

/** The options of a command and the global ones; an own option replaces a global one of the same name. */
export function optionsOf(command: Command): Option[] {
  const own = new Set(command.options.map(({ name }) => name))
  return [...command.options, ...globalOptions.filter(({ name }) => !own.has(name))]
}
