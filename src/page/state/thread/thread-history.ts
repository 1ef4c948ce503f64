import { isRecord } from '../../../core/is-record.ts'
import type { HistoryMessage, HistoryToolCall } from '../../../gateway/ag-ui/events.ts'
import type { EntriesChange } from './entries.ts'
import { activityChanges } from './thread-activities.ts'
import { textChanges } from './thread-texts.ts'
import { toolChanges } from './thread-tools.ts'
import type { AttachedPart, ThreadEntry, UserEntry } from './thread-entry.ts'

/** The entries of a MESSAGES_SNAPSHOT, equal to those of the streamed events. */
export function entriesFromHistory(messages: readonly HistoryMessage[]): readonly ThreadEntry[] {
  return messages.flatMap(changesOf).reduce<readonly ThreadEntry[]>((entries, change) => change(entries), [])
}

function changesOf(message: HistoryMessage): EntriesChange[] {
  const { id, metadata, subagentRunId } = message
  const beside = {
    ...(metadata === undefined ? {} : { metadata }),
    ...(subagentRunId === undefined ? {} : { subagentRunId }),
  }
  switch (message.role) {
    case 'user':
      return [(entries) => [...entries, userEntry(id, message.content)]]
    case 'activity': {
      const { activityType, content } = message
      return activityChanges({ type: 'ACTIVITY_SNAPSHOT', messageId: id, activityType, content, ...beside })
    }
    case 'tool': {
      const { toolCallId, content } = message
      return toolChanges({
        type: 'TOOL_CALL_RESULT',
        messageId: id,
        toolCallId,
        content,
        role: 'tool',
        ...beside,
      })
    }
    case 'reasoning':
      return [
        ...textChanges({ type: 'REASONING_MESSAGE_START', messageId: id, role: 'reasoning', ...beside }),
        ...textChanges({ type: 'REASONING_MESSAGE_CONTENT', messageId: id, delta: message.content }),
        ...textChanges({ type: 'REASONING_MESSAGE_END', messageId: id }),
      ]
    case 'assistant':
    case 'system':
    case 'developer': {
      const { content = '', toolCalls = [] } = message
      return [
        ...(content === '' ? [] : messageChanges(id, content, beside)),
        ...toolCalls.flatMap(callChanges),
      ]
    }
  }
}

function messageChanges(
  messageId: string,
  delta: string,
  beside: Pick<HistoryMessage, 'metadata' | 'subagentRunId'>,
): EntriesChange[] {
  return [
    ...textChanges({ type: 'TEXT_MESSAGE_START', messageId, role: 'assistant', ...beside }),
    ...textChanges({ type: 'TEXT_MESSAGE_CONTENT', messageId, delta }),
    ...textChanges({ type: 'TEXT_MESSAGE_END', messageId }),
  ]
}

function callChanges({
  id: toolCallId,
  function: { name, arguments: delta },
  metadata,
}: HistoryToolCall): EntriesChange[] {
  const beside = metadata === undefined ? {} : { metadata }
  return [
    ...toolChanges({ type: 'TOOL_CALL_START', toolCallId, toolCallName: name, ...beside }),
    ...toolChanges({ type: 'TOOL_CALL_ARGS', toolCallId, delta }),
    ...toolChanges({ type: 'TOOL_CALL_END', toolCallId }),
  ]
}

/** The messages for the next run input: only texts of the user and the agent. */
export function inputMessages(
  entries: readonly ThreadEntry[],
): { id: string; role: string; content: unknown }[] {
  return entries.flatMap((entry) => {
    if (entry.kind === 'text') return [{ id: entry.id, role: 'assistant', content: entry.text }]
    return entry.kind === 'user' ? [{ id: entry.id, role: 'user', content: contentOf(entry) }] : []
  })
}

function contentOf({ text, parts }: UserEntry): unknown {
  if (parts.length === 0) return text
  return [...(text === '' ? [] : [{ type: 'text', text }]), ...parts]
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
