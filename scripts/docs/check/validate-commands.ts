import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Command, type CommandEntry, optionsOf } from '../../../src/cli/command.ts'
import { commands } from '../../../src/cli/commands.ts'
import { parseArguments } from '../../../src/cli/arguments.ts'
import { projectRoot } from '../../../test/support/package.ts'
import { commandsOf } from './shell-commands.ts'
import type { Block } from './block.ts'

/** A call where a command can begin; words such as the name of a database are none. */
const call = /(?:^|[;|&(]) *(?:\w+=\S* )*(?:npx )?capstan ((?:"[^"]*"|'[^']*'|[^\s#;|&)>]|[ ](?!#))*)/gm

const script = /\bnpm run ([\w:-]+)/g

/** What is wrong with a block that is not run here: an unknown command, option or npm script. */
export async function commandProblems(block: Block): Promise<string[]> {
  const problems: string[] = []
  for (const { text } of commandsOf(block)) {
    problems.push(...scriptProblems(text))
    for (const [, rest = ''] of text.replaceAll('\\\n', ' ').matchAll(call)) {
      const problem = await problemOf(words(rest))
      if (problem !== undefined) problems.push(`capstan ${rest.trim()}: ${problem}`)
    }
  }
  return problems
}

/** npm scripts that do not exist: of this project, or of the folder that the command changes to. */
function scriptProblems(text: string): string[] {
  const [, folder = '.'] = /\bcd (\S+) &&/.exec(text) ?? []
  const { scripts } = JSON.parse(readFileSync(join(projectRoot, folder, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  const names = Array.from(text.matchAll(script), ([, name = '']) => name)
  return names
    .filter((name) => !Object.hasOwn(scripts, name))
    .map((name) => `npm run ${name}: there is no such script`)
}

function words(text: string): string[] {
  return (text.match(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g) ?? []).map((word) => word.replaceAll(/["']/g, ''))
}

async function problemOf(args: readonly string[]): Promise<string | undefined> {
  const { command, rest } = await find(args, commands)
  if (command === undefined) return `there is no command ${args[0]}`
  try {
    const { rest: positional } = parseArguments(rest, optionsOf(command))
    return positional.length > command.maxArguments ? 'it has too many arguments' : undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

async function find(
  [name, ...rest]: readonly string[],
  entries: readonly CommandEntry[],
): Promise<{ command?: Command; rest: readonly string[] }> {
  const entry = entries.find((one) => one.name === name)
  if (entry === undefined) return { rest }
  const loaded = await entry.load()
  if (!('commands' in loaded)) return { command: loaded, rest }
  const inner = await find(rest, loaded.commands)
  if (inner.command !== undefined) return inner
  const otherwise = await loaded.otherwise?.()
  return otherwise === undefined ? { rest } : { command: otherwise, rest }
}
