import { basename, extname, resolve } from 'node:path'
import { ValidationError } from '../../core/validation-error.ts'
import type { AgentDefinition } from './definition.ts'
import { unknownFacts } from './definition-fact.ts'

/**
 * A command as words. Blanks divide them, and quotes of either kind keep blanks together; nothing else means anything,
 * because no shell reads it.
 * @throws ValidationError for no word at all, or a quote that is not closed.
 */
export function splitCommand(command: string): [string, ...string[]] {
  const piece = /"[^"]*"|'[^']*'|[^\s"']+/g
  const word = /(?:"[^"]*"|'[^']*'|[^\s"'])+/g
  if (command.replaceAll(piece, '').trim() !== '')
    throw commandError(command, 'has a quote that is not closed')
  const [first, ...others] = Array.from(command.matchAll(word), ([text]) =>
    text.replaceAll(piece, (part) => (/^["']/.test(part) ? part.slice(1, -1) : part)),
  )
  if (first === undefined || first === '') throw commandError(command, 'names no program')
  return [first, ...others]
}

function commandError(command: string, message: string): ValidationError {
  return new ValidationError(`The command ${JSON.stringify(command)} ${message}`, [{ path: [], message }], {
    hint: 'Give the program and its arguments in one text, such as "goose acp".',
  })
}

/**
 * The definition of an agent of which nothing is known but the command that starts it over ACP. It is called as its
 * program is. What it can do is for it to say.
 * @throws ValidationError for a command without a program.
 */
export function definitionOfCommand(command: string, cwd: string = process.cwd()): AgentDefinition {
  const [typed, ...words] = splitCommand(command)
  if (/^\w+=/.test(typed)) {
    throw new ValidationError(`${typed} is not a program`, [{ path: [], message: 'is not a program' }], {
      hint: `Variables are given apart: --env ${typed}.`,
    })
  }
  const program = /[/\\]/.test(typed) ? resolve(cwd, typed) : typed
  const id = idOf(program)
  return {
    id,
    name: id,
    knownOnlyLive: true,
    binaries: [program],
    facts: unknownFacts('only the agent itself can tell'),
    install: [],
    auth: { methods: [], files: [], variables: [] },
    acp: { binary: program, arguments: words },
  }
}

function idOf(program: string): string {
  const name = basename(program, extname(program)).toLowerCase()
  return name.replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^-|-$/g, '') || 'agent'
}
