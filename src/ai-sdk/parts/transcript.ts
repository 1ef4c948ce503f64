import type { ModelMessage, ModelPart, ToolOutput } from '../call-options.ts'

type Spoken = Exclude<ModelMessage, { role: 'system' }>

/** The text that marks an attached file; undefined if the file was left out. */
export type FileMark = (part: Extract<ModelPart, { type: 'file' }>) => string | undefined

/**
 * Messages as one prompt. A single user message becomes its text. A longer conversation becomes a transcript with the
 * speaker's name above each message, followed by the last user message.
 */
export function transcriptOf(messages: readonly Spoken[], mark: FileMark): string {
  const [first] = messages
  if (messages.length === 1 && first?.role === 'user') return messageText(first, mark)
  const isUserLast = messages.at(-1)?.role === 'user'
  const earlier = isUserLast ? messages.slice(0, -1) : messages
  const transcript = earlier.flatMap((message) => {
    const text = messageText(message, mark)
    return text === '' ? [] : [`${speakers[message.role]}:\n${text}`]
  })
  const [last] = isUserLast ? messages.slice(-1) : []
  const rest = last === undefined ? 'Continue from here.' : `The user says now:\n${messageText(last, mark)}`
  if (transcript.length === 0) return last === undefined ? rest : messageText(last, mark)
  return ['This is the conversation so far.', ...transcript, rest].join('\n\n')
}

const speakers = { user: 'The user', assistant: 'You', tool: 'Tool results' } as const

function messageText({ content }: Spoken, mark: FileMark): string {
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
      return `[${part.toolName} returned: ${outputText(part.output)}]`
    // Reasoning is not repeated, and an approval belongs to a call that has ended.
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
