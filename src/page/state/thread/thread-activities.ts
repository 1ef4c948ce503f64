import { isRecord } from '../../../core/is-record.ts'
import type { ToolContent } from '../../../events/tools/tool-content.ts'
import type { AgUiEvent } from '../../../gateway/ag-ui/events.ts'
import { changeEntry, type EntriesChange, putEntry } from './entries.ts'
import { patched } from '../json-patch.ts'
import type { ActivityEntry, ToolEntry } from './thread-entry.ts'

type ActivityEvent = Extract<
  AgUiEvent,
  {
    type:
      | 'ACTIVITY_SNAPSHOT'
      | 'ACTIVITY_DELTA'
      | 'CUSTOM'
      | 'SUBAGENT_STARTED'
      | 'SUBAGENT_FINISHED'
      | 'SUBAGENT_ERROR'
  }
>

/** The changes of an activity, custom or subagent event. */
export function activityChanges(event: ActivityEvent): EntriesChange[] {
  switch (event.type) {
    case 'ACTIVITY_SNAPSHOT': {
      const { messageId: id, activityType, content } = event
      const put: EntriesChange = (entries) =>
        putEntry(entries, { kind: 'activity', id, activityType, content })
      return activityType === 'TOOL' ? [put, shownByCall(id)] : [put]
    }
    case 'ACTIVITY_DELTA': {
      const { messageId: id, activityType, patch } = event
      const change = changeEntry({ kind: 'activity', id }, (entry) => {
        const content = patched(entry.content, patch)
        return isRecord(content) ? { ...entry, content } : entry
      })
      return activityType === 'TOOL' ? [change, shownByCall(id)] : [change]
    }
    case 'CUSTOM':
      return event.name === 'capstan.message.retracted' ? retracted(event.value) : noticeOf(event)
    case 'SUBAGENT_STARTED': {
      const { subagentRunId: id, name, description } = event
      return [(entries) => putEntry(entries, { kind: 'subagent', id, name, description, status: 'working' })]
    }
    case 'SUBAGENT_FINISHED': {
      const status = event.outcome?.type === 'suspended' ? 'waiting' : 'done'
      return [changeEntry({ kind: 'subagent', id: event.subagentRunId }, (entry) => ({ ...entry, status }))]
    }
    case 'SUBAGENT_ERROR': {
      const { subagentRunId: id, message: error } = event
      return [changeEntry({ kind: 'subagent', id }, (entry) => ({ ...entry, status: 'failed', error }))]
    }
  }
}

/** Copies a TOOL activity to its tool call, if the call is known. */
function shownByCall(id: string): EntriesChange {
  return (entries) => {
    const activity = entries.findLast(
      (entry): entry is ActivityEntry => entry.kind === 'activity' && entry.id === id,
    )
    if (activity === undefined) return entries
    const { toolCallId, title, status, content } = activity.content
    return changeEntry({ kind: 'tool', id: String(toolCallId) }, (entry): ToolEntry => ({
      ...entry,
      title: typeof title === 'string' ? title : entry.title,
      // An activity of an earlier run may have missed the result.
      status: typeof status === 'string' && entry.result === undefined ? status : entry.status,
      content: Array.isArray(content) ? (content as ToolContent[]) : entry.content,
    }))(entries)
  }
}

/** Removes retracted text. */
function retracted(value: unknown): EntriesChange[] {
  if (!isRecord(value)) return []
  const { text, thinking } = value
  return [retractText('text', text), retractText('reasoning', thinking)]
}

function retractText(kind: 'text' | 'reasoning', text: unknown): EntriesChange {
  return (entries) => {
    let rest = typeof text === 'string' ? text : ''
    return entries
      .toReversed()
      .flatMap((entry) => {
        if (rest === '' || entry.kind !== kind || entry.text === '') return [entry]
        const isWhole = rest.endsWith(entry.text)
        const count = isWhole ? entry.text.length : entry.text.endsWith(rest) ? rest.length : 0
        rest = count === 0 ? '' : rest.slice(0, -count)
        return isWhole ? [] : [{ ...entry, text: entry.text.slice(0, entry.text.length - count) }]
      })
      .toReversed()
  }
}

/** A notice for the user; other custom events are for programs. */
function noticeOf({ name, value }: Extract<AgUiEvent, { type: 'CUSTOM' }>): EntriesChange[] {
  if (!isRecord(value)) return []
  const text = customText(name, value)
  if (text === undefined) return []
  const isError = value['severity'] === 'error'
  return [(entries) => [...entries, { kind: 'notice', id: `notice:${entries.length}`, text, isError }]]
}

function customText(name: string, value: Record<string, unknown>): string | undefined {
  if (name === 'capstan.session.recovered') {
    return value['contextLost'] === true
      ? 'The previous session is gone; the agent only knows the messages shown here'
      : undefined
  }
  if (name === 'capstan.access.blocked') {
    return `The sandbox blocked ${String(value['name'])}. ${String(value['hint'])}`
  }
  if (name !== 'capstan.notice' || typeof value['title'] !== 'string') return undefined
  return [value['title'], value['description']].filter((part) => typeof part === 'string').join('. ')
}
