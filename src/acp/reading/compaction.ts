import type {
  AgentEvent,
  CompactionDeltaEvent,
  CompactionUpdatedEvent,
  ErrorDetail,
} from '../../events/index.ts'
import { readContent, readContentList } from './content.ts'
import { clearable, put, putMeta, putMetaPatch, text, type Fields } from './reading.ts'
import type { UpdateReading } from './update.ts'
import { workStatus } from './enum-values.ts'

/** Reads the progress of a compaction. */
export function compactionUpdate(update: Fields, reading: UpdateReading): AgentEvent {
  const event: CompactionUpdatedEvent = {
    type: 'compaction.updated',
    sessionId: reading.sessionId,
    compactionId: text(update.compactionId),
    status: workStatus(update.status, reading),
  }
  put(event, 'summary', clearable(update.summary, readContentList, reading))
  put(event, 'error', clearable(update.error, errorOf, reading))
  putMetaPatch(event, update, reading)
  return event
}

/** Reads a piece of the summary. */
export function compactionChunk(update: Fields, reading: UpdateReading): AgentEvent {
  const event: CompactionDeltaEvent = {
    type: 'compaction.delta',
    sessionId: reading.sessionId,
    compactionId: text(update.compactionId),
    content: readContent(update.content, reading),
  }
  putMeta(event, update, reading)
  return event
}

function errorOf(value: unknown): ErrorDetail {
  return { message: text(value) }
}
