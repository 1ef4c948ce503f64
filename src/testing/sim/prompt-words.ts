import type { PromptCommand } from './wire/dialect.ts'

/** What can be asked of the sim. */
export const promptCommands = [
  { name: 'read', description: 'Reads a file of the workspace', hint: '<file>' },
  { name: 'find', description: 'Looks for a text in the files of the workspace', hint: '<text>' },
  { name: 'list', description: 'Lists a folder of the workspace', hint: '[folder]' },
  { name: 'write', description: 'Writes a file of the workspace, if you allow it', hint: '<file> <text>' },
  { name: 'run', description: 'Runs a command in the workspace, if you allow it', hint: '<command>' },
  { name: 'think', description: 'Thinks aloud', hint: '<about what>' },
  { name: 'say', description: 'Says it', hint: '<text>' },
  { name: 'plan', description: 'Makes a plan and goes through it', hint: '<a>, <b>, <c>' },
  { name: 'help', description: 'Says what the sim is and can do', hint: '' },
] as const satisfies readonly PromptCommand[]

export type Verb = (typeof promptCommands)[number]['name']

/** One thing to do: a verb and all that follows it. */
export interface Task {
  verb: Verb
  rest: string
}

const verbs = promptCommands.map(({ name }) => name).join('|')
// `salt and pepper` is one text: only where a verb follows does something new begin.
const joint = new RegExp(`\\s*(?:,\\s*|\\s)(?:and\\s+then|and|then)\\s+(?=(?:${verbs})\\b)`, 'i')
const form = new RegExp(`^/?(${verbs})\\b[ \\t]*([\\s\\S]*)$`, 'i')

/** Reads a prompt; empty when there is nothing in it that the sim understands. */
export function readTasks(prompt: string): Task[] {
  const parts = ownWords(prompt).trim().split(joint)
  const tasks = parts.flatMap((part): Task[] => {
    const [, verb, rest = ''] = form.exec(part.trim()) ?? []
    return verb === undefined ? [] : [{ verb: verb.toLowerCase() as Verb, rest: rest.trim() }]
  })
  return tasks.length === parts.length ? tasks : []
}

/** What is asked: all of the prompt, or what is quoted in it where somebody else's message is passed on. */
function ownWords(prompt: string): string {
  const quoted = prompt.split('\n').filter((line) => line.startsWith('> '))
  return quoted.length === 0 ? prompt : quoted.map((line) => line.slice(2)).join('\n')
}

/** A command line as words, as a shell would cut it; undefined when only a shell can make sense of it. */
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
