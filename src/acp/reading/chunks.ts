import type { AgentEvent, ContentDeltaEvent, TextDeltaEvent, ThinkingDeltaEvent } from '../../events/index.ts'
import { readAnnotations, readContent } from './content.ts'
import { isFields, optional, put, putMeta, record, text, type Fields } from './reading.ts'
import type { UpdateReading } from './update.ts'

// Chunks are by far the most frequent updates: reading a text chunk copies nothing.

/** Reads a piece of the agent's text. */
export function agentChunk(update: Fields, reading: UpdateReading): AgentEvent {
  const { sessionId } = reading
  const piece = textOf(update.content)
  const event: TextDeltaEvent | ContentDeltaEvent =
    piece === undefined
      ? { type: 'content.delta', sessionId, content: readContent(update.content, reading) }
      : { type: 'text.delta', sessionId, text: piece }
  return withFields(event, update, reading)
}

/** Reads a piece of the agent's thinking. */
export function thoughtChunk(update: Fields, reading: UpdateReading): AgentEvent {
  const { sessionId } = reading
  const piece = textOf(update.content)
  const event: ThinkingDeltaEvent | ContentDeltaEvent =
    piece === undefined
      ? { type: 'content.delta', sessionId, content: readContent(update.content, reading), thinking: true }
      : { type: 'thinking.delta', sessionId, text: piece }
  return withFields(event, update, reading)
}

/** Reads a piece of the user's text. */
export function userChunk(update: Fields, reading: UpdateReading): AgentEvent {
  const { sessionId } = reading
  const piece = textOf(update.content)
  const event: TextDeltaEvent | ContentDeltaEvent =
    piece === undefined
      ? { type: 'content.delta', sessionId, content: readContent(update.content, reading), role: 'user' }
      : { type: 'text.delta', sessionId, text: piece, role: 'user' }
  return withFields(event, update, reading)
}

/** The text of a text block; `undefined` for anything else. */
function textOf(content: unknown): string | undefined {
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
