import { type Command, type CommandEntry, optionsOf } from '../../../src/cli/command.ts'
import { commands } from '../../../src/cli/commands.ts'
import { parseArguments } from '../../../src/cli/arguments.ts'
import { commandsOf } from './shell-commands.ts'
import type { Block } from './block.ts'

/** A call where a command can begin; words such as the name of a database are none. */
const call = /(?:^|[;|&(]) *(?:\w+=\S* )*(?:npx )?capstan ((?:"[^"]*"|'[^']*'|[^\s#;|&)>]|[ ](?!#))*)/gm

/** What is wrong with the calls of `capstan` in a block: an unknown command or option. Nothing is run. */
export async function commandProblems(block: Block): Promise<string[]> {
  const problems: string[] = []
  for (const { text } of commandsOf(block)) {
    for (const [, rest = ''] of text.replaceAll('\\\n', ' ').matchAll(call)) {
      const problem = await problemOf(words(rest))
      if (problem !== undefined) problems.push(`capstan ${rest.trim()}: ${problem}`)
    }
  }
  return problems
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
