import {
  type Command,
  type CommandGroup,
  globalOptions,
  type Option,
  optionsOf,
  optionWords,
} from './command.ts'
import { commands } from './commands.ts'
import { exitCodes } from './exit-codes.ts'
import { columns } from './output/columns.ts'
import type { Output } from './output/output.ts'
import { wrapText } from './output/wrap.ts'

/** Help for the program itself. */
export function programHelp(output: Output): string {
  const { width } = output
  return sections(output, [
    [
      '',
      prose(
        'Capstan reports what coding agents can do and runs them, across AG-UI, A2E, Agent Relay, agent-mux and ACP.',
        {
          width,
        },
      ),
    ],
    ['Usage', '  capstan <command> [options]'],
    [
      'Commands',
      columns(
        [...commands, ...optionWords].map(({ name, summary }) => [name, summary]),
        { width },
      ),
    ],
    ['Options', optionLines(globalOptions, output)],
    ['Exit codes', columns(exitCodes.map(([code, meaning]) => [String(code), meaning]))],
    ['', 'Run capstan help <command> for the options of a command.'],
  ])
}

/** Help for a command. */
export function commandHelp(path: readonly string[], command: Command, output: Output): string {
  return sections(output, [
    ['', prose(command.description, output)],
    ['Usage', usageLines(`${['capstan', ...path].join(' ')} ${command.usage}`, output)],
    ['Options', optionLines(optionsOf(command), output)],
    ['Examples', exampleLines(command)],
  ])
}

/** Help for a group of commands, and for its use without a subcommand. */
export async function groupHelp(
  path: readonly string[],
  group: CommandGroup,
  output: Output,
): Promise<string> {
  const name = ['capstan', ...path].join(' ')
  const otherwise = await group.otherwise?.()
  const usages = otherwise === undefined ? [] : [usageLines(`${name} ${otherwise.usage}`, output)]
  const entries = group.commands.map((entry) => [entry.name, entry.summary])
  return sections(output, [
    ['', prose(group.description, output)],
    ['Usage', [...usages, `  ${name} <command> [options]`].join('\n')],
    ['Commands', columns(entries, { width: output.width })],
    ['Options', optionLines(otherwise === undefined ? globalOptions : optionsOf(otherwise), output)],
    ['Examples', otherwise === undefined ? '' : exampleLines(otherwise)],
  ])
}

/** A description, wrapped to the width; line breaks of the source are ignored. */
function prose(text: string, { width }: Pick<Output, 'width'>): string {
  return wrapText(text.replaceAll('\n', ' '), width).join('\n')
}

function usageLines(line: string, { width }: Output): string {
  return wrapText(line, width - 6)
    .map((part, index) => `${index === 0 ? '  ' : '      '}${part}`)
    .join('\n')
}

/** Never wrapped: examples are copied. */
function exampleLines({ examples = [] }: Command): string {
  return examples.map((example) => `  ${example}`).join('\n')
}

function sections({ style }: Output, parts: readonly [title: string, body: string][]): string {
  return parts
    .filter(([, body]) => body !== '')
    .map(([title, body]) => (title === '' ? body : `${style.bold(title)}\n${body}`))
    .join('\n\n')
}

function optionLines(options: readonly Option[], { width }: Output): string {
  return columns(
    options.map(({ name, short, value, inline = [], help }) => [
      `${short === undefined ? '' : `-${short}, `}--${name}${inline.map((one) => `[=${one}]`).join('')}${value === undefined ? '' : ` ${value}`}`,
      help,
    ]),
    { width },
  )
}
