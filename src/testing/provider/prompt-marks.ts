import { ValidationError } from '../../core/validation-error.ts'
import { longText } from './long-text.ts'
import { checkScript } from './script/check-script.ts'
import type { ModelStep, ToolInput } from './script/script.ts'

const mark = /\[\[(\w+)(?::\s*([\s\S]*?))?\s*\]\]/g

/** The agents' tools for a plan, and for work of a subagent. */
const planTools = /^(todo_?write|update_plan|write_todos|todo|task_?create)$/i
const delegationTools = /^(task|agent|spawn_agent|delegate|subagent|sessions_spawn)$/i

/** Characters. */
const longestText = 8 * 1024 * 1024

/** Each mark between double brackets, and its step. */
const readers: Readonly<Record<string, (argument: string) => ModelStep>> = {
  text: (text) => ({ step: 'text', text }),
  long: (argument) => {
    const length = Number(argument)
    if (!(length >= 1 && length <= longestText)) {
      throw new ValidationError(`${argument} is not a length of 1 to ${longestText} characters`, [])
    }
    return { step: 'text', text: longText(length) }
  },
  think: (text) => ({ step: 'thinking', text }),
  shell: (command) => ({ step: 'tool', use: 'shell', input: { command } }),
  read: (path) => ({ step: 'tool', use: 'read', input: { path } }),
  write: (argument) => {
    const [path = '', content = ''] = fieldsOf(argument, 2)
    return { step: 'tool', use: 'write', input: { path, content } }
  },
  edit: (argument) => {
    const [path = '', oldText = '', newText = ''] = fieldsOf(argument, 3)
    return { step: 'tool', use: 'edit', input: { path, oldText, newText } }
  },
  tool: (argument) => {
    const [, use = '', input = ''] = /^(\S*)\s*([\s\S]*)$/.exec(argument) ?? []
    return { step: 'tool', use, input: (input === '' ? {} : JSON.parse(input)) as ToolInput }
  },
  plan: () => ({ step: 'tool', use: planTools, optional: true }),
  delegate: (prompt) => ({
    step: 'tool',
    use: delegationTools,
    optional: true,
    input: { prompt, message: prompt, task: prompt },
  }),
  json: (argument) => ({
    step: 'json',
    ...(argument === '' ? {} : { value: JSON.parse(argument) as unknown }),
  }),
  error: (argument) => {
    const [, status, message = ''] = /^(\S*)\s*([\s\S]*)$/.exec(argument) ?? []
    return { step: 'error', status: Number(status), ...(message === '' ? {} : { message }) }
  },
  delay: (argument) => ({ step: 'delay', milliseconds: Number(argument) }),
  hang: () => ({ step: 'hang' }),
  disconnect: (times) => ({ step: 'disconnect', ...(times === '' ? {} : { times: Number(times) }) }),
  usage: (argument) => {
    const [input, output] = argument.split(/\s+/)
    return { step: 'usage', input: Number(input), output: Number(output) }
  },
}

/**
 * Reads the steps in double brackets of a prompt, as in `[[think: hm]] [[shell: ls]] [[text: Done]]`.
 * Unknown marks are part of the prompt. Throws for an invalid argument of a mark.
 */
export function stepsInPrompt(prompt: string): ModelStep[] {
  const steps = [...prompt.matchAll(mark)].flatMap(([, word = '', argument = '']) =>
    Object.hasOwn(readers, word) ? [readers[word]?.(argument)] : [],
  )
  const known = steps.filter((step) => step !== undefined)
  if (known.length > 0) checkScript({ steps: known })
  return known
}

/** Splits fields at bars; the last field keeps its bars. */
function fieldsOf(argument: string, count: number): string[] {
  const parts = argument.split('|')
  const last = parts.slice(count - 1).join('|')
  return [...parts.slice(0, count - 1), last].map((part) => part.trim())
}
