import type { AgUiEvent } from '../../../gateway/ag-ui/events.ts'
import { changeEntry, type EntriesChange, putEntry } from './entries.ts'
import { capstanMetadata } from '../capstan-metadata.ts'

type ToolEvent = Extract<
  AgUiEvent,
  { type: 'TOOL_CALL_START' | 'TOOL_CALL_ARGS' | 'TOOL_CALL_END' | 'TOOL_CALL_RESULT' }
>

/** The changes of a tool call event. */
export function toolChanges(event: ToolEvent): EntriesChange[] {
  const name = { kind: 'tool', id: event.toolCallId } as const
  switch (event.type) {
    case 'TOOL_CALL_START': {
      const { title, kind } = capstanMetadata(event.metadata)
      return [
        (entries) =>
          putEntry(entries, {
            ...name,
            name: event.toolCallName,
            title: typeof title === 'string' ? title : undefined,
            ...(kind === 'execute' ? { isCommand: true } : {}),
            input: '',
            status: 'pending',
            isError: false,
            content: [],
            subagent: event.subagentRunId,
          }),
      ]
    }
    case 'TOOL_CALL_ARGS':
      return [changeEntry(name, (entry) => ({ ...entry, input: entry.input + event.delta }))]
    case 'TOOL_CALL_END':
      return [changeEntry(name, (entry) => ({ ...entry, status: 'in-progress' }))]
    case 'TOOL_CALL_RESULT': {
      const { isError, status, isRefused } = capstanMetadata(event.metadata)
      return [
        changeEntry(name, (entry) => ({
          ...entry,
          result: event.content,
          isError: isError === true,
          status: typeof status === 'string' ? status : 'completed',
          ...(isRefused === true ? { isRefused } : {}),
        })),
      ]
    }
  }
}
