import type { Dialect } from './wire/dialect.ts'
import type { HistoryEntry } from './sessions/session-store.ts'
import type { JsonObject } from './wire/wire.ts'

/** The updates that show again what was said and done. */
export function replayOf(entry: HistoryEntry, dialect: Dialect): JsonObject[] {
  if (entry.type === 'tool') return [dialect.toolCall(entry.call)]
  if (entry.type === 'user') return dialect.message('user', entry.messageId, entry.content)
  return dialect.message(entry.type, entry.messageId, [{ type: 'text', text: entry.text }])
}
