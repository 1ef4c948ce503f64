import type { ModelMessage, ModelPart, ToolOutput } from '../call-options.ts'

type Spoken = Exclude<ModelMessage, { role: 'system' }>

/** What stands in a text for a part that goes beside it; undefined where the part was left out. */
export type FileMark = (part: Extract<ModelPart, { type: 'file' }>) => string | undefined

/**
 * Messages as one prompt. A single message of the user is its words. A longer conversation is told message by message
 * under the name of who spoke, and the last message of the user is what is to be answered.
 */
export function transcriptOf(messages: readonly Spoken[], mark: FileMark): string {
  const [first] = messages
  if (messages.length === 1 && first?.role === 'user') return wordsOf(first, mark)
  const isUserLast = messages.at(-1)?.role === 'user'
  const earlier = isUserLast ? messages.slice(0, -1) : messages
  const told = earlier.flatMap((message) => {
    const words = wordsOf(message, mark)
    return words === '' ? [] : [`${speakers[message.role]}:\n${words}`]
  })
  const [last] = isUserLast ? messages.slice(-1) : []
  const rest = last === undefined ? 'Go on from here.' : `The user says now:\n${wordsOf(last, mark)}`
  if (told.length === 0) return last === undefined ? rest : wordsOf(last, mark)
  return ['This is the conversation so far.', ...told, rest].join('\n\n')
}

const speakers = { user: 'The user', assistant: 'You', tool: 'Results of tools' } as const

function wordsOf({ content }: Spoken, mark: FileMark): string {
  return content
    .flatMap((part) => textOf(part, mark) ?? [])
    .filter((text) => text !== '')
    .join('\n')
}

function textOf(part: ModelPart, mark: FileMark): string | undefined {
  switch (part.type) {
    case 'text':
      return part.text
    case 'file':
      return mark(part)
    case 'tool-call':
      return `[You called ${part.toolName}: ${JSON.stringify(part.input)}]`
    case 'tool-result':
      return `[${part.toolName} gave: ${outputText(part.output)}]`
    // What was thought is not said again, and an approval was for a call that is over.
    case 'reasoning':
    case 'reasoning-file':
    case 'custom':
    case 'tool-approval-response':
      return undefined
  }
}

function outputText({ type, value, reason }: ToolOutput): string {
  if (type === 'execution-denied') return `refused${reason === undefined ? '' : `: ${reason}`}`
  return typeof value === 'string' ? value : JSON.stringify(value)
}
