import { version } from '../core/version.ts'
import { parseArguments } from './arguments.ts'
import { type Command, type CommandGroup, globalOptions, optionsOf, optionWords } from './command.ts'
import { commands } from './commands.ts'
import { keepCompiledCode } from './compile-cache.ts'
import { withConfiguration } from './configuration.ts'
import { type ExitCode, exitCodeFor } from './exit-codes.ts'
import { commandHelp, groupHelp, programHelp } from './help.ts'
import { requireNode } from './node-version.ts'
import { reportError } from './output/error.ts'
import { createOutput, type Output } from './output/output.ts'
import { didYouMean } from '../core/text/nearest-name.ts'
import { UsageError } from './usage-error.ts'

/** Runs one command line and gives what the process is to end with. Never throws. */
export async function run(words: readonly string[]): Promise<ExitCode> {
  // Read before anything can go wrong, so that the first error is printed as asked.
  const beforeRest = words.includes('--') ? words.slice(0, words.indexOf('--')) : words
  const output = createOutput({
    json: beforeRest.includes('--json'),
    plain: beforeRest.includes('--no-color'),
  })
  try {
    return await dispatch(words, output)
  } catch (error) {
    return reportError(error, output)
  }
}

async function dispatch(words: readonly string[], output: Output): Promise<ExitCode> {
  const path: string[] = []
  let rest = spelledOut(words)
  let group: CommandGroup = { description: '', commands }
  for (;;) {
    const name = rest.find((word) => !word.startsWith('-'))
    const entry = group.commands.find((candidate) => candidate.name === name)
    if (name !== undefined && entry === undefined && group.otherwise !== undefined) {
      return await runCommand(path, { command: await group.otherwise(), words: rest, output })
    }
    const leading = name === undefined ? rest : rest.slice(0, rest.indexOf(name))
    const { values } = parseArguments(leading, globalOptions)
    if (name === undefined || values.has('version')) return await answer(path, { group, values, output })
    if (entry === undefined) throw unknownCommand(path, name, group)
    // doctor names an old Node.js among everything else it finds.
    if (name !== 'doctor') requireNode()
    keepCompiledCode()
    const found = await entry.load()
    path.push(name)
    rest = [...leading, ...rest.slice(leading.length + 1)]
    if (!('commands' in found)) return await runCommand(path, { command: found, words: rest, output })
    group = found
  }
}

/** Turns `help` and `version` before any command into the options they stand for. */
function spelledOut(words: readonly string[]): string[] {
  const at = words.findIndex((word) => !word.startsWith('-'))
  const word = optionWords.find(({ name }) => name === words[at])
  return word === undefined ? [...words] : spelledOut([`--${word.name}`, ...words.toSpliced(at, 1)])
}

function unknownCommand(path: readonly string[], name: string, { commands: entries }: CommandGroup): Error {
  const typed = [...path, name].join(' ')
  const names = [...entries, ...(path.length === 0 ? optionWords : [])].map((candidate) => candidate.name)
  const otherwise = `See ${['capstan', ...path].join(' ')} --help for the commands.`
  return new UsageError(`Unknown command ${typed}`, didYouMean(name, names, otherwise))
}

/** What a command line without a command gets: the version, or help, which is an error when nobody asked for it. */
async function answer(
  path: readonly string[],
  { group, values, output }: { group: CommandGroup; values: ReadonlyMap<string, unknown>; output: Output },
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
  const usage = `capstan ${path.join(' ')} ${otherwise.usage}`
  throw new UsageError(`capstan ${path.join(' ')} needs more words`, `Use ${usage}, or one of ${names}.`)
}

async function runCommand(
  path: readonly string[],
  { command, words, output }: { command: Command; words: readonly string[]; output: Output },
): Promise<ExitCode> {
  const { values, rest } = parseArguments(words, optionsOf(command))
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
  const { signal, momentOver } = listenForStop(command)
  try {
    const called = await withConfiguration(path, { command, values, arguments: rest, output })
    return await command.run({ ...called, output, commands, signal })
  } finally {
    await momentOver()
  }
}

function printVersion(output: Output): ExitCode {
  output.data({ version }, () => version)
  return 0
}

/** A terminal tells everybody in it, and npm passes on what it was told: signals of one moment are one wish. */
const momentMs = 300

/**
 * Ends the program when the user wants to stop, or tells the command, which then has until the second time. Whoever ends
 * by it waits until its moment is over: a signal that comes while a program goes away ends it as if it had failed.
 */
function listenForStop({ stopsItself }: Command): { signal: AbortSignal; momentOver: () => Promise<void> } {
  const stop = new AbortController()
  let stoppedAt = 0
  const names = stopsItself ? (['SIGINT', 'SIGTERM', 'SIGHUP'] as const) : (['SIGINT'] as const)
  for (const name of names) {
    process.on(name, () => {
      const isAgain = stop.signal.aborted
      if (isAgain && performance.now() - stoppedAt < momentMs) return
      if (!stopsItself || isAgain) process.exit(exitCodeFor('ABORTED'))
      stoppedAt = performance.now()
      stop.abort()
    })
  }
  const momentOver = async (): Promise<void> => {
    if (!stop.signal.aborted) return
    const left = momentMs - (performance.now() - stoppedAt)
    if (left > 0) await new Promise((resolve) => setTimeout(resolve, left))
  }
  return { signal: stop.signal, momentOver }
}
