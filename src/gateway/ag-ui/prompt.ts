import { isRecord } from '../../core/is-record.ts'
import type { Attachment } from '../../run/api/options.ts'
import type { InputMessage, RunInput } from './input.ts'

/** A prompt for an agent. */
export interface Prompt {
  text: string
  attachments: Attachment[]
  /** Ids of the client's messages in the prompt. */
  messageIds: string[]
}

/**
 * The new part of a client's transcript as a prompt; undefined if nothing is new. The agent's session has the history, so
 * the prompt holds only the user's latest messages. For a new session it includes the earlier messages.
 */
export function promptOf(
  { messages, context }: Pick<RunInput, 'messages' | 'context'>,
  { isNew, seen }: { isNew: boolean; seen: ReadonlySet<string> },
): Prompt | undefined {
  const last = messages.findLastIndex(({ role }) => !canFollowUser(role))
  const fresh = messages.slice(last + 1).filter(({ role, id }) => role === 'user' && !seen.has(id))
  if (fresh.length === 0) return undefined
  const parts = fresh.map(({ content }) => partsOf(content))
  const text = parts
    .flatMap(({ texts }) => texts)
    .filter((part) => part !== '')
    .join('\n\n')
  const attachments = parts.flatMap((part) => part.attachments)
  if (text === '' && attachments.length === 0) return undefined
  const earlier = messages.slice(0, messages.indexOf(fresh[0] as InputMessage))
  const before = [...(isNew ? introduction(earlier) : []), ...contextText(context)]
  return { text: [...before, text].join('\n\n'), attachments, messageIds: fresh.map(({ id }) => id) }
}

/** The client tool results in a transcript, by call id. */
export function toolResults(messages: readonly InputMessage[]): Map<string, string> {
  const results = new Map<string, string>()
  for (const { role, toolCallId, content } of messages) {
    if (role === 'tool' && toolCallId !== undefined)
      results.set(toolCallId, partsOf(content).texts.join('\n'))
  }
  return results
}

/** Roles that may follow a new user message. */
function canFollowUser(role: string): boolean {
  return role === 'user' || role === 'system' || role === 'developer' || role === 'activity'
}

function contextText(context: RunInput['context']): string[] {
  return context.map(({ description, value }) => `${description}:\n${value}`)
}

/** System messages and the earlier conversation, for a new session. */
function introduction(earlier: readonly InputMessage[]): string[] {
  const rules = earlier.filter(({ role }) => role === 'system' || role === 'developer')
  const said = earlier.flatMap(({ role, content }) => {
    const text = partsOf(content).texts.join('\n')
    if (text === '' || (role !== 'user' && role !== 'assistant')) return []
    return [`${role === 'user' ? 'User' : 'Assistant'}: ${text}`]
  })
  return [
    ...rules.flatMap(({ content }) => partsOf(content).texts),
    ...(said.length === 0 ? [] : [`Earlier in this conversation:\n\n${said.join('\n\n')}`]),
  ]
}

/** The text and the attachments of a message. */
export interface Parts {
  texts: string[]
  attachments: Attachment[]
}

/** Reads the content of a message. */
export function partsOf(content: unknown): Parts {
  if (typeof content === 'string') return { texts: [content], attachments: [] }
  if (!Array.isArray(content)) return { texts: [], attachments: [] }
  const texts: string[] = []
  const attachments: Attachment[] = []
  for (const part of content as unknown[]) {
    if (!isRecord(part)) continue
    if (part['type'] === 'text' && typeof part['text'] === 'string') texts.push(part['text'])
    const attachment = attachmentOf(part)
    if (attachment !== undefined) attachments.push(attachment)
    else if (typeof addressOf(part) === 'string') texts.push(addressOf(part) as string)
  }
  return { texts, attachments }
}

/** A part with inline data. Clients before 1.0 send `binary` parts with the fields at the top level. */
function attachmentOf(part: Record<string, unknown>): Attachment | undefined {
  const source = isRecord(part['source']) && part['source']['type'] === 'data' ? part['source'] : part
  const data = source['value'] ?? source['data']
  const mimeType = source['mimeType']
  if (typeof data !== 'string' || typeof mimeType !== 'string') return undefined
  const name = part['filename']
  const kind = mimeType.startsWith('image/') ? 'image' : mimeType.startsWith('audio/') ? 'audio' : 'file'
  return { kind, data, mimeType, ...(typeof name === 'string' ? { name } : {}) }
}

/** The URL of a part without inline data. */
function addressOf(part: Record<string, unknown>): unknown {
  const { source } = part
  return isRecord(source) && source['type'] === 'url' ? source['value'] : part['url']
}
