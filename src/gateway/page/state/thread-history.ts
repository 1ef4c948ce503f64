import { isRecord } from '../../../core/is-record.ts'
import type { HistoryMessage } from '../../ag-ui/events.ts'
import { changeEntry } from './entries.ts'
import { takeActivity } from './thread-activities.ts'
import type { AttachedPart, ThreadEntry, UserEntry } from './thread-entry.ts'

/** The entries of a thread that is told as a whole. */
export function takeHistory(messages: readonly HistoryMessage[]): readonly ThreadEntry[] {
  return messages.reduce<readonly ThreadEntry[]>((entries, message) => {
    if (message.role === 'activity') {
      const { id: messageId, activityType, content } = message
      const changes = takeActivity({ type: 'ACTIVITY_SNAPSHOT', messageId, activityType, content })
      return changes.reduce((current, change) => change(current), entries)
    }
    if (message.role !== 'tool') return [...entries, ...entriesOf(message)]
    const { toolCallId: id, content: result } = message
    return changeEntry({ kind: 'tool', id }, (entry) => ({ ...entry, result, status: 'completed' }))(entries)
  }, [])
}

/** What is sent with the next run: what was said, without what only the page shows. */
export function saidIn(entries: readonly ThreadEntry[]): { id: string; role: string; content: unknown }[] {
  return entries.flatMap((entry) => {
    if (entry.kind === 'text') return [{ id: entry.id, role: 'assistant', content: entry.text }]
    return entry.kind === 'user' ? [{ id: entry.id, role: 'user', content: contentOf(entry) }] : []
  })
}

function contentOf({ text, parts }: UserEntry): unknown {
  if (parts.length === 0) return text
  return [...(text === '' ? [] : [{ type: 'text', text }]), ...parts]
}

function entriesOf(message: Exclude<HistoryMessage, { role: 'tool' | 'activity' }>): ThreadEntry[] {
  const { id } = message
  switch (message.role) {
    case 'user':
      return [userEntry(id, message.content)]
    case 'reasoning':
      return [{ kind: 'reasoning', id, text: message.content, isOpen: false }]
    case 'assistant':
    case 'system':
    case 'developer':
      return [
        ...(message.content === undefined || message.content === ''
          ? []
          : [{ kind: 'text' as const, id, text: message.content, isOpen: false }]),
        ...(message.toolCalls ?? []).map((call) => ({
          kind: 'tool' as const,
          id: call.id,
          name: call.function.name,
          input: call.function.arguments,
          status: 'in-progress',
          isError: false,
          content: [],
        })),
      ]
  }
}

function userEntry(id: string, content: unknown): UserEntry {
  if (typeof content === 'string') return { kind: 'user', id, text: content, parts: [] }
  const parts: unknown[] = Array.isArray(content) ? content : []
  const texts = parts.flatMap((part) =>
    isRecord(part) && typeof part['text'] === 'string' ? [part['text']] : [],
  )
  const files = parts.filter(
    (part): part is AttachedPart & Record<string, unknown> => isRecord(part) && isRecord(part['source']),
  )
  return { kind: 'user', id, text: texts.join('\n\n'), parts: files }
}
