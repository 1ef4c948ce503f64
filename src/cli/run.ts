import { version } from '../core/version.ts'
import { parseArguments } from './arguments.ts'
import { type Command, type CommandEntry, type CommandGroup, globalOptions, type Option } from './command.ts'
import { commands } from './commands.ts'
import { type ExitCode, exitCodeFor } from './exit-codes.ts'
import { commandHelp, programHelp } from './help.ts'
import { reportError } from './output/error.ts'
import { createOutput, type Output } from './output/output.ts'
import { didYouMean } from '../core/nearest-word.ts'
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
  let rest = [...words]
  let group: CommandGroup = { description: '', commands }
  for (;;) {
    const name = rest.find((word) => !word.startsWith('-'))
    const leading = name === undefined ? rest : rest.slice(0, rest.indexOf(name))
    const { values } = parseArguments(leading, globalOptions)
    if (name === undefined || values.has('version')) return answer(path, { group, values, output })
    const found = await findCommand(path, name, group).load()
    path.push(name)
    rest = [...leading, ...rest.slice(leading.length + 1)]
    if (!('commands' in found)) return await runCommand(path, { command: found, words: rest, output })
    group = found
  }
}

function findCommand(
  path: readonly string[],
  name: string,
  { commands: entries }: CommandGroup,
): CommandEntry {
  const entry = entries.find((candidate) => candidate.name === name)
  if (entry !== undefined) return entry
  const typed = [...path, name].join(' ')
  const names = entries.map((candidate) => candidate.name)
  const otherwise = `See ${['capstan', ...path].join(' ')} --help for the commands.`
  throw new UsageError(`Unknown command ${typed}`, didYouMean(name, names, otherwise))
}

/** What a command line without a command gets: the version, or help, which is an error when nobody asked for it. */
function answer(
  path: readonly string[],
  { group, values, output }: { group: CommandGroup; values: ReadonlyMap<string, unknown>; output: Output },
): ExitCode {
  if (values.has('version')) {
    output.data({ version }, () => version)
    return 0
  }
  const help = path.length === 0 ? programHelp(output.style) : commandHelp(path, group, output.style)
  if (values.has('help') || path.length === 0) {
    output.data({ help }, () => help)
    return 0
  }
  const names = group.commands.map(({ name }) => name).join(', ')
  throw new UsageError(`capstan ${path.join(' ')} needs a command`, `Use one of ${names}.`)
}

async function runCommand(
  path: readonly string[],
  { command, words, output }: { command: Command; words: readonly string[]; output: Output },
): Promise<ExitCode> {
  const options: Option[] = [...command.options, ...globalOptions]
  const { values, rest } = parseArguments(words, options)
  if (values.has('help')) {
    const help = commandHelp(path, command, output.style)
    output.data({ help }, () => help)
    return 0
  }
  const surplus = rest[command.maxArguments]
  if (surplus !== undefined) {
    throw new UsageError(`Unexpected argument ${surplus}`, `Use capstan ${path.join(' ')} ${command.usage}.`)
  }
  process.once('SIGINT', () => process.exit(exitCodeFor('ABORTED')))
  return await command.run({ values, arguments: rest, output })
}
