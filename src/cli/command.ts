import type { ExitCode } from './exit-codes.ts'
import type { Output } from './output/output.ts'

/** One flag a command takes. */
export interface Option {
  name: string
  short?: string
  /** What stands for the value in help; without it the flag is a yes or no. */
  value?: string
  /** Whether it can be given several times. */
  repeats?: boolean
  help: string
}

/** What a command was called with. */
export interface Invocation {
  /** Values of the options that were given, in order. */
  values: ReadonlyMap<string, readonly string[]>
  arguments: readonly string[]
  output: Output
  /** Every command of the program: a command that imported them would be a cycle. */
  commands: readonly CommandEntry[]
  /** Aborts when the user wants to stop; only for a command that stops by itself. */
  signal: AbortSignal
}

/** A command that does something. */
export interface Command {
  /** Its arguments and the options that are not optional, as help shows them. */
  usage: string
  description: string
  options: readonly Option[]
  /** How many arguments it takes at most. */
  maxArguments: number
  examples?: readonly string[]
  /** It listens to `signal`, because it has something to end or to tell first; others are ended at once. */
  stopsItself?: true
  run(invocation: Invocation): Promise<ExitCode>
}

/** A command line before it is run. */
export interface CommandCall extends Pick<Invocation, 'values' | 'arguments' | 'output'> {
  command: Command
}

/** A name in a table of commands; what is behind it is loaded when it is called. */
export interface CommandEntry {
  name: string
  summary: string
  load: () => Promise<Command | CommandGroup>
}

/** A command that holds others. */
export interface CommandGroup {
  description: string
  commands: readonly CommandEntry[]
  /** Gets every command line that names none of the commands, where there is one. */
  otherwise?: () => Promise<Command>
}

export const globalOptions: readonly Option[] = [
  { name: 'json', help: 'print JSON, errors and notes included' },
  { name: 'no-color', help: 'print without colour; NO_COLOR does the same' },
  { name: 'no-config', help: 'ignore configuration files and their variables' },
  { name: 'help', short: 'h', help: 'show help' },
  { name: 'version', short: 'v', help: 'show the version' },
]

/** Words for two global options: `capstan help run` is `capstan run --help`. */
export const optionWords = [
  { name: 'help', summary: 'show help for a command' },
  { name: 'version', summary: 'show the version' },
] as const

/** A command's options and the global ones, of which its own may hide one. */
export function optionsOf(command: Command): Option[] {
  const own = new Set(command.options.map(({ name }) => name))
  return [...command.options, ...globalOptions.filter(({ name }) => !own.has(name))]
}
