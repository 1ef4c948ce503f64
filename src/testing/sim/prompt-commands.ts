import type { PromptCommand } from './wire/dialect.ts'

/** The commands of the sim. */
export const promptCommands = [
  { name: 'read', description: 'Reads a file of the workspace', hint: '<file>' },
  { name: 'find', description: 'Searches the files of the workspace for a text', hint: '<text>' },
  { name: 'list', description: 'Lists a folder of the workspace', hint: '[folder]' },
  { name: 'write', description: 'Writes a file of the workspace, if you allow it', hint: '<file> <text>' },
  { name: 'run', description: 'Runs a command in the workspace, if you allow it', hint: '<command>' },
  { name: 'think', description: 'Thinks aloud', hint: '<about what>' },
  { name: 'say', description: 'Says the text', hint: '<text>' },
  { name: 'plan', description: 'Makes a plan and works through it', hint: '<a>, <b>, <c>' },
  { name: 'help', description: 'Explains the sim and its commands', hint: '' },
] as const satisfies readonly PromptCommand[]

export type Verb = (typeof promptCommands)[number]['name']

/** One task: a verb and its argument. */
export interface Task {
  verb: Verb
  rest: string
}

const verbs = promptCommands.map(({ name }) => name).join('|')
// `salt and pepper` is one text: a new task only begins with a verb.
const joint = new RegExp(`\\s*(?:,\\s*|\\s)(?:and\\s+then|and|then)\\s+(?=(?:${verbs})\\b)`, 'i')
const form = new RegExp(`^/?(${verbs})\\b[ \\t]*([\\s\\S]*)$`, 'i')

/** Reads the tasks of a prompt; empty if the sim understands none. */
export function readTasks(prompt: string): Task[] {
  const parts = ownWords(prompt).trim().split(joint)
  const tasks = parts.flatMap((part): Task[] => {
    const [, verb, rest = ''] = form.exec(part.trim()) ?? []
    return verb === undefined ? [] : [{ verb: verb.toLowerCase() as Verb, rest: rest.trim() }]
  })
  return tasks.length === parts.length ? tasks : []
}

/** The whole prompt, or its quoted part if it forwards a message. */
function ownWords(prompt: string): string {
  const quoted = prompt.split('\n').filter((line) => line.startsWith('> '))
  return quoted.length === 0 ? prompt : quoted.map((line) => line.slice(2)).join('\n')
}

/** Splits a command line into arguments like a shell; undefined if it needs a shell. */
export function splitWords(line: string): string[] | undefined {
  const words: string[] = []
  const piece = /\s*(?:"([^"$`\\]*)"|'([^']*)'|([^\s"'|&;<>()$`\\*?[\]{}~#!]+))(?=\s|$)/y
  const text = line.trim()
  while (piece.lastIndex < text.length) {
    const found = piece.exec(text)
    if (found === null) return undefined
    words.push(found[1] ?? found[2] ?? found[3] ?? '')
  }
  return words
}
