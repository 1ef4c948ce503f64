import type { AgentEvent, ContentDeltaEvent, TextDeltaEvent, ThinkingDeltaEvent } from '../../events/index.ts'
import { readAnnotations, readContent } from './content.ts'
import { isFields, optional, put, putMeta, record, text, type Fields } from './reading.ts'
import type { UpdateReading } from './update.ts'

// Chunks are the most frequent updates by far: for one of text no list is walked and nothing is copied.

/** Reads a piece of what the agent says. */
export function agentChunk(update: Fields, reading: UpdateReading): AgentEvent {
  const { sessionId } = reading
  const words = wordsOf(update.content)
  const event: TextDeltaEvent | ContentDeltaEvent =
    words === undefined
      ? { type: 'content.delta', sessionId, content: readContent(update.content, reading) }
      : { type: 'text.delta', sessionId, text: words }
  return withFields(event, update, reading)
}

/** Reads a piece of what the agent thinks. */
export function thoughtChunk(update: Fields, reading: UpdateReading): AgentEvent {
  const { sessionId } = reading
  const words = wordsOf(update.content)
  const event: ThinkingDeltaEvent | ContentDeltaEvent =
    words === undefined
      ? { type: 'content.delta', sessionId, content: readContent(update.content, reading), thinking: true }
      : { type: 'thinking.delta', sessionId, text: words }
  return withFields(event, update, reading)
}

/** Reads a piece of what the user said. */
export function userChunk(update: Fields, reading: UpdateReading): AgentEvent {
  const { sessionId } = reading
  const words = wordsOf(update.content)
  const event: TextDeltaEvent | ContentDeltaEvent =
    words === undefined
      ? { type: 'content.delta', sessionId, content: readContent(update.content, reading), role: 'user' }
      : { type: 'text.delta', sessionId, text: words, role: 'user' }
  return withFields(event, update, reading)
}

/** The words of a block of text; `undefined` when it is another block, or none. */
function wordsOf(content: unknown): string | undefined {
  return isFields(content) && content.type === 'text' ? text(content.text) : undefined
}

type ChunkEvent = TextDeltaEvent | ThinkingDeltaEvent | ContentDeltaEvent

function withFields(event: ChunkEvent, update: Fields, reading: UpdateReading): AgentEvent {
  const { messageId, content } = update
  if (messageId !== undefined) put(event, 'messageId', optional(messageId, text, reading))
  putMeta(event, update, reading)
  if (event.type === 'content.delta' || !isFields(content)) return event
  const { annotations, _meta: contentMeta } = content
  if (annotations !== undefined) put(event, 'annotations', optional(annotations, readAnnotations, reading))
  if (contentMeta !== undefined) put(event, 'contentMeta', optional(contentMeta, record, reading))
  return event
}
