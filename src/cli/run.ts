import { version } from '../core/version.ts'
import { parseArguments } from './arguments.ts'
import {
  type Command,
  type CommandGroup,
  globalOptions,
  optionsOf,
  optionWords,
  type CommandCall,
  type Invocation,
} from './command.ts'
import { commands } from './commands.ts'
import { keepCompiledCode } from './compile-cache.ts'
import { type ExitCode, exitCodeFor } from './exit-codes.ts'
import { commandHelp, groupHelp, programHelp } from './help.ts'
import { reportError } from './output/error.ts'
import { createOutput, type Output } from './output/output.ts'
import { onClosedPipe } from './output/print.ts'
import { didYouMean } from '../core/text/nearest-name.ts'
import { UsageError } from './usage-error.ts'
import { configFiles } from '../core/files/config-files.ts'
import { configVariables } from '../core/files/config-variables.ts'

/** Runs one command line and returns the exit code. Never throws. */
export async function run(args: readonly string[]): Promise<ExitCode> {
  // Read first, so that every error is printed in the requested format.
  const beforeRest = args.includes('--') ? args.slice(0, args.indexOf('--')) : args
  const output = createOutput({
    json: beforeRest.includes('--json'),
    plain: beforeRest.includes('--no-color'),
  })
  try {
    return await dispatch(args, output)
  } catch (error) {
    return reportError(error, output)
  }
}

async function dispatch(args: readonly string[], output: Output): Promise<ExitCode> {
  const path: string[] = []
  let rest = withGlobalOptions(args)
  let group: CommandGroup = { description: '', commands }
  for (;;) {
    const name = rest.find((argument) => !argument.startsWith('-'))
    const entry = group.commands.find((candidate) => candidate.name === name)
    if (name !== undefined && entry === undefined && group.otherwise !== undefined) {
      return await runCommand(path, { command: await group.otherwise(), args: rest, output })
    }
    const leading = name === undefined ? rest : rest.slice(0, rest.indexOf(name))
    const { values } = parseArguments(leading, globalOptions)
    if (name === undefined || values.has('version'))
      return await answer(path, { group, args: rest, values, output })
    if (entry === undefined) throw unknownCommand(path, name, group)
    keepCompiledCode()
    const found = await entry.load()
    path.push(name)
    rest = [...leading, ...rest.slice(leading.length + 1)]
    if (!('commands' in found)) return await runCommand(path, { command: found, args: rest, output })
    group = found
  }
}

/** Turns `help` and `version` before any command into `--help` and `--version`. */
function withGlobalOptions(args: readonly string[]): string[] {
  const at = args.findIndex((argument) => !argument.startsWith('-'))
  const command = optionWords.find(({ name }) => name === args[at])
  return command === undefined
    ? [...args]
    : withGlobalOptions([`--${command.name}`, ...args.toSpliced(at, 1)])
}

function unknownCommand(path: readonly string[], name: string, { commands: entries }: CommandGroup): Error {
  const typed = [...path, name].join(' ')
  const names = [...entries, ...(path.length === 0 ? optionWords : [])].map((candidate) => candidate.name)
  const otherwise = `See ${['capstan', ...path].join(' ')} --help for the commands.`
  return new UsageError(`Unknown command ${typed}`, didYouMean(name, names, otherwise))
}

/** Answers a command line without a command: version or help, or a usage error inside a group. */
async function answer(
  path: readonly string[],
  {
    group,
    args,
    values,
    output,
  }: {
    group: CommandGroup
    args: readonly string[]
    values: ReadonlyMap<string, unknown>
    output: Output
  },
): Promise<ExitCode> {
  if (values.has('version')) return printVersion(output)
  if (values.has('help') || path.length === 0) {
    const help = path.length === 0 ? programHelp(output) : await groupHelp(path, group, output)
    output.data({ help }, () => help)
    return 0
  }
  const names = group.commands.map(({ name }) => name).join(', ')
  const otherwise = await group.otherwise?.()
  if (otherwise === undefined) {
    throw new UsageError(`capstan ${path.join(' ')} needs a command`, `Use one of ${names}.`)
  }
  // A command without arguments needs none.
  if (otherwise.maxArguments === 0) return runCommand(path, { command: otherwise, args, output })
  const usage = `capstan ${path.join(' ')} ${otherwise.usage}`
  throw new UsageError(
    `capstan ${path.join(' ')} needs an argument or a command`,
    `Use ${usage}, or one of ${names}.`,
  )
}

async function runCommand(
  path: readonly string[],
  { command, args, output }: { command: Command; args: readonly string[]; output: Output },
): Promise<ExitCode> {
  const { values, rest } = parseArguments(args, optionsOf(command))
  if (values.has('version') && !command.options.some(({ name }) => name === 'version')) {
    return printVersion(output)
  }
  if (values.has('help')) {
    const help = commandHelp(path, command, output)
    output.data({ help }, () => help)
    return 0
  }
  const surplus = rest[command.maxArguments]
  if (surplus !== undefined) {
    throw new UsageError(`Unexpected argument ${surplus}`, `Use capstan ${path.join(' ')} ${command.usage}.`)
  }
  const { signal, duplicatesOver, closedExitCode } = listenForStop(command)
  try {
    const called = await withConfiguration(path, { command, values, arguments: rest, output })
    const exitCode = await command.run({ ...called, output, commands, signal })
    return closedExitCode() ?? exitCode
  } catch (error) {
    const exitCode = closedExitCode()
    if (exitCode === undefined) throw error
    return exitCode
  } finally {
    await duplicatesOver()
  }
}

function printVersion(output: Output): ExitCode {
  output.data({ version }, () => version)
  return 0
}

/** The terminal signals every process, and npm forwards the signal again: signals this close together count once. */
const duplicateSignalMs = 300

/**
 * On a signal, or when the reader of its output closes the pipe, exits, or aborts the command, which may clean up until
 * a second signal. `duplicatesOver` waits for the duplicates of a signal: one that arrives during exit would change the
 * exit code. `closedExitCode` is the exit code after a closed pipe.
 */
function listenForStop({ stopsItself }: Command): {
  signal: AbortSignal
  duplicatesOver: () => Promise<void>
  closedExitCode: () => ExitCode | undefined
} {
  const stop = new AbortController()
  /** Set by the first signal; resolved when a signal is no duplicate anymore. */
  let duplicates: PromiseWithResolvers<void> | undefined
  let areOver = false
  let closedExitCode: ExitCode | undefined
  if (stopsItself) {
    onClosedPipe((exitCode) => {
      closedExitCode ??= exitCode
      stop.abort()
    })
  }
  const names = stopsItself ? (['SIGINT', 'SIGTERM', 'SIGHUP'] as const) : (['SIGINT'] as const)
  for (const name of names) {
    process.on(name, () => {
      if (duplicates !== undefined && !areOver) return
      if (!stopsItself || areOver) process.exit(exitCodeFor('ABORTED'))
      const first = (duplicates = Promise.withResolvers())
      const end = (): void => {
        areOver = true
        first.resolve()
      }
      // Node handles signals between a timer and an immediate: duplicates count as such also if the process was busy meanwhile.
      setTimeout(() => setImmediate(end), duplicateSignalMs)
      stop.abort()
    })
  }
  const duplicatesOver = async (): Promise<void> => duplicates?.promise
  return { signal: stop.signal, duplicatesOver, closedExitCode: () => closedExitCode }
}

/** Adds the settings of files and variables to a command line. Loads nothing if there are none. */
async function withConfiguration(
  path: readonly string[],
  call: CommandCall,
): Promise<Pick<Invocation, 'values' | 'arguments'>> {
  const { values } = call
  // `capstan config` must work with an invalid file, to repair it.
  if (path[0] === 'config' || values.has('no-config')) return call
  const folder = process.getBuiltinModule('node:path').resolve(workingFolder(values))
  const { hasUser, project } = configFiles({ folder })
  const isSet = Object.keys(configVariables).some((name) => process.env[name])
  if (!hasUser && project === undefined && !isSet) return call
  const { applyConfiguration } = await import('./commands/configuration/apply.ts')
  return await applyConfiguration(path.join(' '), { ...call, folder })
}

/** The working folder of the agents, which decides the project file. */
function workingFolder(values: Invocation['values']): string {
  return values.get('cwd')?.[0] ?? values.get('root')?.[0] ?? '.'
}
