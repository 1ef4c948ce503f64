import type { AgUiEvent } from '../../../gateway/ag-ui/events.ts'
import { changeEntry, type EntriesChange, putEntry } from './entries.ts'
import { capstanMetadata } from '../capstan-metadata.ts'

type TextEvent = Extract<
  AgUiEvent,
  {
    type:
      | 'TEXT_MESSAGE_START'
      | 'TEXT_MESSAGE_CONTENT'
      | 'TEXT_MESSAGE_END'
      | 'REASONING_MESSAGE_START'
      | 'REASONING_MESSAGE_CONTENT'
      | 'REASONING_MESSAGE_END'
  }
>

/** The changes of a text or reasoning event. */
export function textChanges(event: TextEvent): EntriesChange[] {
  const kind = event.type.startsWith('TEXT') ? 'text' : 'reasoning'
  const { messageId: id } = event
  switch (event.type) {
    case 'TEXT_MESSAGE_START':
    case 'REASONING_MESSAGE_START': {
      const { continues } = capstanMetadata(event.metadata)
      const fresh = { kind, id, text: '', isOpen: true, subagent: event.subagentRunId } as const
      return [
        (entries) => {
          // A message that was split continues the first entry.
          const whole = changeEntry({ kind, id: String(continues) }, (entry) => ({
            ...entry,
            id,
            isOpen: true,
          }))(entries)
          return whole === entries ? putEntry(entries, fresh) : whole
        },
      ]
    }
    case 'TEXT_MESSAGE_CONTENT':
    case 'REASONING_MESSAGE_CONTENT':
      return [changeEntry({ kind, id }, (entry) => ({ ...entry, text: entry.text + event.delta }))]
    case 'TEXT_MESSAGE_END':
    case 'REASONING_MESSAGE_END':
      return [changeEntry({ kind, id }, (entry) => ({ ...entry, isOpen: false }))]
  }
}
