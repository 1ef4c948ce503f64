import { type Command, type CommandGroup, globalOptions, type Option, optionsOf } from './command.ts'
import { commands, optionWords } from './commands.ts'
import { exitCodes } from './exit-codes.ts'
import { columns } from './output/columns.ts'
import type { Style } from './output/style.ts'

/** Help for the program itself. */
export function programHelp(style: Style): string {
  return sections(style, [
    ['', 'Capstan tells what any coding agent can do, across AG-UI, A2E, Agent Relay, agent-mux and ACP.'],
    ['Usage', '  capstan <command> [options]'],
    ['Commands', columns([...commands, ...optionWords].map(({ name, summary }) => [name, summary]))],
    ['Options', optionLines(globalOptions)],
    ['Exit codes', columns(exitCodes.map(([code, meaning]) => [String(code), meaning]))],
    ['', 'capstan help <command> shows the options of a command.'],
  ])
}

/** Help for a command. */
export function commandHelp(path: readonly string[], command: Command, style: Style): string {
  return sections(style, [
    ['', command.description],
    ['Usage', `  ${['capstan', ...path].join(' ')} ${command.usage}`],
    ['Options', optionLines(optionsOf(command))],
    ['Examples', exampleLines(command)],
  ])
}

/** Help for a group of commands, and for what it does without naming one of them. */
export async function groupHelp(path: readonly string[], group: CommandGroup, style: Style): Promise<string> {
  const name = ['capstan', ...path].join(' ')
  const otherwise = await group.otherwise?.()
  const usages = otherwise === undefined ? [] : [`  ${name} ${otherwise.usage}`]
  return sections(style, [
    ['', group.description],
    ['Usage', [...usages, `  ${name} <command> [options]`].join('\n')],
    ['Commands', columns(group.commands.map((entry) => [entry.name, entry.summary]))],
    ['Options', optionLines(otherwise === undefined ? globalOptions : optionsOf(otherwise))],
    ['Examples', otherwise === undefined ? '' : exampleLines(otherwise)],
  ])
}

function exampleLines({ examples = [] }: Command): string {
  return examples.map((example) => `  ${example}`).join('\n')
}

function sections(style: Style, parts: readonly [title: string, body: string][]): string {
  return parts
    .filter(([, body]) => body !== '')
    .map(([title, body]) => (title === '' ? body : `${style.bold(title)}\n${body}`))
    .join('\n\n')
}

function optionLines(options: readonly Option[]): string {
  return columns(
    options.map(({ name, short, value, help }) => [
      `${short === undefined ? '' : `-${short}, `}--${name}${value === undefined ? '' : ` ${value}`}`,
      help,
    ]),
  )
}
