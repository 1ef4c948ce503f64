import type { AgUiEvent, Interrupt, TokenCounts } from '../../../gateway/ag-ui/events.ts'
import { takeActivity } from './thread-activities.ts'
import { type EntriesChange, putEntry } from './entries.ts'
import { takeHistory } from './thread-history.ts'
import { patched } from '../json-patch.ts'
import type { ThreadEntry, UserEntry } from './thread-entry.ts'
import { takeText } from './thread-texts.ts'
import { takeTool } from './thread-tools.ts'

/** A thread as it is shown. It never changes: each event gives another one. */
export interface ThreadView {
  readonly entries: readonly ThreadEntry[]
  /** What the agent shares; its own word about the session lies under `session`. */
  readonly state: unknown
  readonly status: 'idle' | 'running' | 'asking' | 'failed'
  /** What has to be answered before the thread goes on. */
  readonly interrupts: readonly Interrupt[]
  /** Counts of all runs so far, one for each run that told them. */
  readonly usage: readonly TokenCounts[]
}

export const emptyThread: ThreadView = {
  entries: [],
  state: undefined,
  status: 'idle',
  interrupts: [],
  usage: [],
}

/** A thread in which a person has said something, or has answered. */
export function begun(thread: ThreadView, said?: UserEntry): ThreadView {
  const entries = said === undefined ? thread.entries : [...thread.entries, said]
  return { ...thread, entries, status: 'running' }
}

/** A thread after a failure outside of the stream: the network, or a refusal before it began. */
export function broken(thread: ThreadView, { id, message }: { id: string; message: string }): ThreadView {
  const entries = closed(thread.entries)
  return {
    ...thread,
    entries: putEntry(entries, { kind: 'notice', id, text: message, isError: true }),
    // A question stays open until it is answered.
    status: thread.interrupts.length > 0 ? 'asking' : 'failed',
  }
}

type EventOf<Type extends AgUiEvent['type']> = Extract<AgUiEvent, { type: Type }>

const gone: ReadonlySet<string> = new Set(['unknown_interrupt', 'interrupt_expired'])

/** What events change of the thread as a whole. */
const wholes: {
  readonly [Type in AgUiEvent['type']]?: (thread: ThreadView, event: EventOf<Type>) => ThreadView
} = {
  RUN_STARTED: (thread) => ({ ...thread, status: 'running' }),
  RUN_FINISHED: finished,
  RUN_ERROR: (thread, { message, code = '', usage = [] }) => {
    const id = `error:${thread.entries.length}`
    // A question that was answered badly stays; one that nobody knows any more does not.
    const interrupts = gone.has(code) ? [] : thread.interrupts
    return broken({ ...thread, interrupts, usage: [...thread.usage, ...usage] }, { id, message })
  },
  STATE_SNAPSHOT: (thread, { snapshot }) => ({ ...thread, state: snapshot }),
  STATE_DELTA: (thread, { delta }) => ({ ...thread, state: patched(thread.state, delta) }),
  MESSAGES_SNAPSHOT: (thread, { messages }) => ({ ...thread, entries: takeHistory(messages) }),
}

/** The thread after an event. */
export function taken(thread: ThreadView, event: AgUiEvent): ThreadView {
  const whole = wholes[event.type] as ((one: ThreadView, other: AgUiEvent) => ThreadView) | undefined
  if (whole !== undefined) return whole(thread, event)
  const entries = changesOf(event).reduce((current, change) => change(current), thread.entries)
  return entries === thread.entries ? thread : { ...thread, entries }
}

function finished(thread: ThreadView, { outcome, usage = [], runId }: EventOf<'RUN_FINISHED'>): ThreadView {
  const interrupts = outcome?.type === 'interrupt' ? outcome.interrupts : []
  const stopped: ThreadEntry[] =
    outcome?.type === 'cancelled'
      ? [{ kind: 'notice', id: `stop:${runId}`, text: 'Stopped', isError: false }]
      : []
  return {
    ...thread,
    entries: [...closed(thread.entries), ...stopped],
    status: interrupts.length > 0 ? 'asking' : 'idle',
    interrupts,
    usage: [...thread.usage, ...usage],
  }
}

/** What events change of the entries. */
const changes: { readonly [Type in AgUiEvent['type']]?: (event: EventOf<Type>) => EntriesChange[] } = {
  TEXT_MESSAGE_START: takeText,
  TEXT_MESSAGE_CONTENT: takeText,
  TEXT_MESSAGE_END: takeText,
  REASONING_MESSAGE_START: takeText,
  REASONING_MESSAGE_CONTENT: takeText,
  REASONING_MESSAGE_END: takeText,
  TOOL_CALL_START: takeTool,
  TOOL_CALL_ARGS: takeTool,
  TOOL_CALL_END: takeTool,
  TOOL_CALL_RESULT: takeTool,
  ACTIVITY_SNAPSHOT: takeActivity,
  ACTIVITY_DELTA: takeActivity,
  CUSTOM: takeActivity,
  SUBAGENT_STARTED: takeActivity,
  SUBAGENT_FINISHED: takeActivity,
  SUBAGENT_ERROR: takeActivity,
}

function changesOf(event: AgUiEvent): EntriesChange[] {
  const change = changes[event.type] as ((one: AgUiEvent) => EntriesChange[]) | undefined
  return change?.(event) ?? []
}

/** Nothing grows after the end of a run. */
function closed(entries: readonly ThreadEntry[]): readonly ThreadEntry[] {
  if (!entries.some((entry) => 'isOpen' in entry && entry.isOpen)) return entries
  return entries.map((entry) => ('isOpen' in entry ? { ...entry, isOpen: false } : entry))
}
