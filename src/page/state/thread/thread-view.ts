import type { AgUiEvent, Interrupt, TokenCounts } from '../../../gateway/ag-ui/events.ts'
import { activityChanges } from './thread-activities.ts'
import { type EntriesChange, putEntry } from './entries.ts'
import { entriesFromHistory } from './thread-history.ts'
import { capstanMetadata } from '../capstan-metadata.ts'
import { patched } from '../json-patch.ts'
import { type Remedy, remedyOf } from '../run-problem.ts'
import type { QueuedMessage, ThreadEntry, UserEntry } from './thread-entry.ts'
import { textChanges } from './thread-texts.ts'
import { toolChanges } from './thread-tools.ts'

/** The view state of a thread. Immutable: each event returns a new one. */
export interface ThreadView {
  readonly entries: readonly ThreadEntry[]
  /** The shared AG-UI state; Capstan's session state is under `session`. */
  readonly state: unknown
  readonly status: 'idle' | 'running' | 'asking' | 'failed'
  /** Open interrupts; the thread continues when all are answered. */
  readonly interrupts: readonly Interrupt[]
  /** Token counts, one entry per run that reported them. */
  readonly usage: readonly TokenCounts[]
  /** Messages that wait for the running turn. */
  readonly queue: readonly QueuedMessage[]
}

export const emptyThread: ThreadView = {
  entries: [],
  state: undefined,
  status: 'idle',
  interrupts: [],
  usage: [],
  queue: [],
}

/** The thread after the user sent a message or answered. */
export function withTurnStarted(thread: ThreadView, said?: UserEntry): ThreadView {
  const entries = said === undefined ? thread.entries : [...thread.entries, said]
  return { ...thread, entries, status: 'running' }
}

/** The thread after a failure outside of the stream, such as a network error or a rejected run. */
export function withFailure(
  thread: ThreadView,
  { id, message, ...remedy }: { id: string; message: string } & Remedy,
): ThreadView {
  const entries = closed(thread.entries)
  return {
    ...thread,
    entries: putEntry(entries, { kind: 'notice', id, text: message, isError: true, ...remedy }),
    // A question stays open until it is answered.
    status: thread.interrupts.length > 0 ? 'asking' : 'failed',
  }
}

type EventOf<Type extends AgUiEvent['type']> = Extract<AgUiEvent, { type: Type }>

const gone: ReadonlySet<string> = new Set(['unknown_interrupt', 'interrupt_expired'])

/** Events that change the thread as a whole. */
const wholes: {
  readonly [Type in AgUiEvent['type']]?: (thread: ThreadView, event: EventOf<Type>) => ThreadView
} = {
  RUN_STARTED: (thread) => ({ ...thread, status: 'running' }),
  RUN_FINISHED: finished,
  RUN_ERROR: (thread, { message, code = '', usage = [], metadata }) => {
    const id = `error:${thread.entries.length}`
    // An invalid answer keeps the question open; an unknown or expired interrupt is removed.
    const interrupts = gone.has(code) ? [] : thread.interrupts
    const problem = { id, message, ...remedyOf(capstanMetadata(metadata)) }
    return withFailure({ ...thread, interrupts, usage: [...thread.usage, ...usage] }, problem)
  },
  STATE_SNAPSHOT: (thread, { snapshot }) => ({ ...thread, state: snapshot }),
  STATE_DELTA: (thread, { delta }) => ({ ...thread, state: patched(thread.state, delta) }),
  MESSAGES_SNAPSHOT: (thread, { messages }) => ({ ...thread, entries: entriesFromHistory(messages) }),
}

export function applyEvent(thread: ThreadView, event: AgUiEvent): ThreadView {
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

/** Events that change entries. */
const changes: { readonly [Type in AgUiEvent['type']]?: (event: EventOf<Type>) => EntriesChange[] } = {
  TEXT_MESSAGE_START: textChanges,
  TEXT_MESSAGE_CONTENT: textChanges,
  TEXT_MESSAGE_END: textChanges,
  REASONING_MESSAGE_START: textChanges,
  REASONING_MESSAGE_CONTENT: textChanges,
  REASONING_MESSAGE_END: textChanges,
  TOOL_CALL_START: toolChanges,
  TOOL_CALL_ARGS: toolChanges,
  TOOL_CALL_END: toolChanges,
  TOOL_CALL_RESULT: toolChanges,
  ACTIVITY_SNAPSHOT: activityChanges,
  ACTIVITY_DELTA: activityChanges,
  CUSTOM: activityChanges,
  SUBAGENT_STARTED: activityChanges,
  SUBAGENT_FINISHED: activityChanges,
  SUBAGENT_ERROR: activityChanges,
}

function changesOf(event: AgUiEvent): EntriesChange[] {
  const change = changes[event.type] as ((one: AgUiEvent) => EntriesChange[]) | undefined
  return change?.(event) ?? []
}

/** No entry grows after the end of a run. */
function closed(entries: readonly ThreadEntry[]): readonly ThreadEntry[] {
  if (!entries.some((entry) => 'isOpen' in entry && entry.isOpen)) return entries
  return entries.map((entry) => ('isOpen' in entry ? { ...entry, isOpen: false } : entry))
}
