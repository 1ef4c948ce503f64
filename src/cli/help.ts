import { type Command, type CommandGroup, globalOptions, type Option } from './command.ts'
import { commands } from './commands.ts'
import { exitCodes } from './exit-codes.ts'
import { columns } from './output/columns.ts'
import type { Style } from './output/style.ts'

/** Help for the program itself. */
export function programHelp(style: Style): string {
  return sections(style, [
    ['', 'Capstan tells what any coding agent can do, across AG-UI, A2E, Agent Relay, agent-mux and ACP.'],
    ['Usage', '  capstan <command> [options]'],
    ['Commands', columns(commands.map(({ name, summary }) => [name, summary]))],
    ['Options', optionLines(globalOptions)],
    ['Exit codes', columns(exitCodes.map(([code, meaning]) => [String(code), meaning]))],
    ['', 'capstan <command> --help tells more about a command.'],
  ])
}

/** Help for a command, or for a group of them. */
export function commandHelp(path: readonly string[], command: Command | CommandGroup, style: Style): string {
  const name = ['capstan', ...path].join(' ')
  if ('commands' in command) {
    return sections(style, [
      ['', command.description],
      ['Usage', `  ${name} <command> [options]`],
      ['Commands', columns(command.commands.map((entry) => [entry.name, entry.summary]))],
      ['Options', optionLines(globalOptions)],
    ])
  }
  return sections(style, [
    ['', command.description],
    ['Usage', `  ${name} ${command.usage}`],
    ['Options', optionLines([...command.options, ...globalOptions])],
    ['Examples', (command.examples ?? []).map((example) => `  ${example}`).join('\n')],
  ])
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
