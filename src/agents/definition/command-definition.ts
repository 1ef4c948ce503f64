import { basename, extname, resolve } from 'node:path'
import { ValidationError } from '../../core/validation-error.ts'
import type { AgentDefinition } from './definition.ts'
import { unknownFacts } from './definition-fact.ts'

/**
 * Splits a command into arguments at spaces; single and double quotes keep spaces. Nothing else is special, because no
 * shell runs the command.
 * @throws ValidationError for an empty command or an unclosed quote.
 */
export function splitCommand(command: string): [string, ...string[]] {
  const piece = /"[^"]*"|'[^']*'|[^\s"']+/g
  const argument = /(?:"[^"]*"|'[^']*'|[^\s"'])+/g
  if (command.replaceAll(piece, '').trim() !== '') throw commandError(command, 'has an unclosed quote')
  const [first, ...others] = Array.from(command.matchAll(argument), ([text]) =>
    text.replaceAll(piece, (part) => (/^["']/.test(part) ? part.slice(1, -1) : part)),
  )
  if (first === undefined || first === '') throw commandError(command, 'names no program')
  return [first, ...others]
}

function commandError(command: string, message: string): ValidationError {
  return new ValidationError(`The command ${JSON.stringify(command)} ${message}`, [{ path: [], message }], {
    hint: 'Pass the program and its arguments as one string, such as "goose acp".',
  })
}

/**
 * The definition of an agent that is known only by the command that starts it over ACP. The agent's name is the
 * program's; its capabilities are known only once it runs.
 * @throws ValidationError for a command without a program.
 */
export function definitionOfCommand(command: string, cwd: string = process.cwd()): AgentDefinition {
  const [typed, ...rest] = splitCommand(command)
  if (/^\w+=/.test(typed)) {
    throw new ValidationError(`${typed} is not a program`, [{ path: [], message: 'is not a program' }], {
      hint: `Pass variables with --env ${typed}.`,
    })
  }
  const program = /[/\\]/.test(typed) ? resolve(cwd, typed) : typed
  const id = idOf(program)
  return {
    id,
    name: id,
    knownOnlyLive: true,
    binaries: [program],
    facts: unknownFacts('known only once the agent runs'),
    install: [],
    auth: { methods: [], files: [], variables: [] },
    acp: { binary: program, arguments: rest },
  }
}

function idOf(program: string): string {
  const name = basename(program, extname(program)).toLowerCase()
  return name.replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^-|-$/g, '') || 'agent'
}
