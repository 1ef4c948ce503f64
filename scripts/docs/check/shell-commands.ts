import { spawnSync } from 'node:child_process'
import type { Block } from './block.ts'

/** A command of a block, with the output that the page shows. */
export interface ShellCommand {
  text: string
  /** Absent if the page shows no output. */
  output?: string
  exitCode: number
  /** The command does not end by itself. */
  isServing: boolean
}

const serving = /\bcapstan (?:serve|session serve|session watch|a2e serve)\b(?!.*(?:--link|--help))/

/** The commands of a block: the lines behind `$` of a console block, every complete command of a script. */
export function commandsOf({ language, text }: Block): ShellCommand[] {
  const lines = text.split('\n').slice(0, -1)
  return language === 'console' ? consoleCommands(lines) : scriptCommands(lines)
}

function consoleCommands(lines: readonly string[]): ShellCommand[] {
  const commands: ShellCommand[] = []
  for (let index = 0; index < lines.length;) {
    if (!lines[index]?.startsWith('$ ')) throw new Error('a console block begins with a command behind "$ "')
    let text = lines[index++]?.slice(2) ?? ''
    while (index < lines.length && !isComplete(text)) text += `\n${lines[index++]}`
    const next = lines.findIndex((line, at) => at >= index && line.startsWith('$ '))
    const output = lines
      .slice(index, next === -1 ? undefined : next)
      .join('\n')
      .replace(/^\n+|\s+$/g, '')
    commands.push(command(text, output === '' ? undefined : output))
    index = next === -1 ? lines.length : next
  }
  return commands
}

function scriptCommands(lines: readonly string[]): ShellCommand[] {
  const commands: ShellCommand[] = []
  let text = ''
  for (const line of lines) {
    text += text === '' ? line : `\n${line}`
    if (!isComplete(text)) continue
    if (text.trim() !== '' && !text.trim().startsWith('#')) commands.push(command(text))
    text = ''
  }
  if (text !== '') throw new Error(`this command is not complete: ${text}`)
  return commands
}

function command(text: string, output?: string): ShellCommand {
  const exitCode = Number(/# exits with (\d+)/.exec(text)?.[1] ?? 0)
  return {
    text,
    ...(output === undefined ? {} : { output }),
    exitCode,
    isServing: serving.test(text) && !/\| *head|--once/.test(text),
  }
}

/** Whether a shell has all lines of a command, here-documents included. */
function isComplete(text: string): boolean {
  if (text.endsWith('\\')) return false
  const { status, stderr } = spawnSync('bash', ['-n'], { input: `${text}\n`, encoding: 'utf8' })
  return status === 0 && stderr === ''
}
