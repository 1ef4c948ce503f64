import type { AgUiEvent } from '../../../gateway/ag-ui/events.ts'
import { changeEntry, type EntriesChange, putEntry } from './entries.ts'
import { ownWord } from '../own-word.ts'

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

/** What an event of a text or a thought changes. */
export function takeText(event: TextEvent): EntriesChange[] {
  const kind = event.type.startsWith('TEXT') ? 'text' : 'reasoning'
  const { messageId: id } = event
  switch (event.type) {
    case 'TEXT_MESSAGE_START':
    case 'REASONING_MESSAGE_START': {
      const { continues } = ownWord(event.metadata)
      const fresh = { kind, id, text: '', isOpen: true, subagent: event.subagentRunId } as const
      return [
        (entries) => {
          // One that was cut in two is shown as one.
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
