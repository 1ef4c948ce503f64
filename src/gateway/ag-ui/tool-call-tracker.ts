import { isRecord } from '../../core/is-record.ts'
import type { ErrorDetail } from '../../events/error.ts'
import type { ToolCallPatch } from '../../events/tools/tool-call.ts'
import type { ToolContent } from '../../events/tools/tool-content.ts'
import type { AgUiEvent, PatchOperation } from './events.ts'
import type { Owner } from './message-stream.ts'
import { Refusals } from './refusals.ts'
import { isMoreThanText, resultText } from './tool-text.ts'

type Call = ToolCallPatch & { error?: ErrorDetail | undefined }

interface ToolEntry {
  readonly call: Call
  /** Streamed input, for an agent that never sends the whole input. */
  pieces: string
  owner: Owner
  /** TOOL_CALL_START was sent, TOOL_CALL_END was not. */
  isOpen: boolean
  /** The client of this run has the activity snapshot of the call. */
  isShown: boolean
}

const noResult = 'The turn ended before the tool returned a result'
const noAnswer = 'The agent was stopped before the question about this call was answered'

const final: ReadonlySet<unknown> = new Set(['completed', 'failed', 'cancelled'])

/**
 * The tool calls of a turn. Outlives its runs: a call that started before an interrupt gets its result after it. The
 * input is sent once, because clients append every delta.
 */
export class ToolCallTracker {
  readonly refusals = new Refusals()
  readonly #entries = new Map<string, ToolEntry>()
  readonly #done = new Set<string>()

  /** Whether the client knows this call and its result is pending. */
  has(toolCallId: string): boolean {
    return this.#entries.has(toolCallId)
  }

  titleOf(toolCallId: string): string | undefined {
    return this.#entries.get(toolCallId)?.call.title ?? undefined
  }

  /** Starts or updates a call. */
  take(patch: Call, owner: Owner): AgUiEvent[] {
    const { toolCallId } = patch
    if (this.#done.has(toolCallId)) return []
    const events: AgUiEvent[] = []
    let entry = this.#entries.get(toolCallId)
    if (entry === undefined) {
      entry = { call: { toolCallId }, pieces: '', owner, isOpen: true, isShown: false }
      this.#entries.set(toolCallId, entry)
      events.push(startOf(patch, owner))
    }
    Object.assign(entry.call, withoutAbsent(patch))
    if (patch.content !== undefined) entry.call.content = [...(patch.content ?? [])]
    if (isInputKnown(entry.call)) events.push(...this.#endInput(entry))
    if (final.has(entry.call.status)) events.push(...this.#finish(entry, patch))
    else events.push(...activityOf(entry, patch))
    return events
  }

  /** Adds streamed input to a call. */
  input(toolCallId: string, text: string): AgUiEvent[] {
    const entry = this.#entries.get(toolCallId)
    if (entry?.isOpen) entry.pieces += text
    return []
  }

  /** Adds content to a call. */
  output(toolCallId: string, content: ToolContent, owner: Owner): AgUiEvent[] {
    const entry = this.#entries.get(toolCallId)
    if (entry === undefined || !entry.isShown) {
      const before = entry?.call.content ?? []
      return this.take({ toolCallId, content: [...before, content] }, owner)
    }
    entry.call.content = entry.call.content ?? []
    entry.call.content.push(content)
    return [deltaOf(toolCallId, [{ op: 'add', path: '/content/-', value: content }])]
  }

  /** Ends the inputs of an owner's calls, or of all calls: none may be open when a run ends. */
  closeInputs(owner?: Owner): AgUiEvent[] {
    return [...this.#entries.values()]
      .filter((entry) => owner === undefined || entry.owner.subagentRunId === owner.subagentRunId)
      .flatMap((entry) => this.#endInput(entry))
  }

  /** Ends the turn: pending calls get an error result. `unanswered` are calls whose question got no answer. */
  endTurn(unanswered: ReadonlySet<string> = new Set()): AgUiEvent[] {
    const events = [...this.#entries.values()].flatMap((entry) => {
      entry.call.status = 'cancelled'
      entry.call.error = { message: unanswered.has(entry.call.toolCallId) ? noAnswer : noResult }
      return this.#finish(entry, { status: 'cancelled' })
    })
    this.#done.clear()
    return events
  }

  /** Another run continues the turn: its client may not know the subagents and snapshots. */
  beginRun(): void {
    for (const entry of this.#entries.values()) {
      entry.owner = {}
      entry.isShown = false
    }
  }

  #endInput(entry: ToolEntry): AgUiEvent[] {
    if (!entry.isOpen) return []
    entry.isOpen = false
    const { toolCallId } = entry.call
    return [
      { type: 'TOOL_CALL_ARGS', toolCallId, delta: inputText(entry), ...entry.owner },
      { type: 'TOOL_CALL_END', toolCallId, ...entry.owner },
    ]
  }

  #finish(entry: ToolEntry, change: Partial<Call>): AgUiEvent[] {
    const { call, owner } = entry
    const { toolCallId, status } = call
    const isError = status !== 'completed'
    const refused = this.refusals.take(toolCallId) ? { isRefused: true } : {}
    this.#entries.delete(toolCallId)
    this.#done.add(toolCallId)
    return [
      ...this.#endInput(entry),
      ...activityOf(entry, { toolCallId, ...change }),
      {
        type: 'TOOL_CALL_RESULT',
        messageId: resultId(toolCallId),
        toolCallId,
        content: resultText(call),
        role: 'tool',
        ...owner,
        ...(isError || 'isRefused' in refused
          ? { metadata: { capstan: { isError, status, ...refused } } }
          : {}),
      },
    ]
  }
}

/** The id of the message with the result of a call. */
export function resultId(toolCallId: string): string {
  return `result:${toolCallId}`
}

function startOf(patch: ToolCallPatch, owner: Owner): AgUiEvent {
  const { toolCallId, tool, title, kind, locations } = patch
  const fields = withoutAbsent({ title, kind, locations })
  return {
    type: 'TOOL_CALL_START',
    toolCallId,
    toolCallName: tool ?? kind ?? 'tool',
    ...owner,
    ...(Object.keys(fields).length === 0 ? {} : { metadata: { capstan: fields } }),
  }
}

/** An agent may start a call with an empty input and send the real one before it runs. */
function isInputKnown({ input, status }: ToolCallPatch): boolean {
  if (input === undefined || input === null) return false
  const isWaiting = status === undefined || status === null || status === 'pending'
  return !isWaiting || !isRecord(input) || Object.keys(input).length > 0
}

function inputText({ call: { input }, pieces }: ToolEntry): string {
  if (input !== undefined && input !== null) return JSON.stringify(input)
  try {
    JSON.parse(pieces)
    return pieces
  } catch {
    return '{}'
  }
}

/** The content of a call as an activity message, patched as the call continues. */
function activityOf(entry: ToolEntry, change: ToolCallPatch): AgUiEvent[] {
  const { toolCallId, title, kind, status, locations, content } = entry.call
  const parts = content ?? []
  const fields = withoutAbsent({ title, kind, status, locations })
  if (!entry.isShown) {
    if (parts.length === 0 || (final.has(status) && !isMoreThanText(parts))) return []
    entry.isShown = true
    return [
      {
        type: 'ACTIVITY_SNAPSHOT',
        messageId: activityId(toolCallId),
        activityType: 'TOOL',
        content: { toolCallId, ...fields, content: [...parts] },
      },
    ]
  }
  const patch: PatchOperation[] = Object.entries(fields)
    .filter(([name]) => name in change)
    .map(([name, value]) => ({ op: 'add', path: `/${name}`, value }))
  if (change.content !== undefined) patch.push({ op: 'add', path: '/content', value: [...parts] })
  return patch.length === 0 ? [] : [deltaOf(toolCallId, patch)]
}

function deltaOf(toolCallId: string, patch: PatchOperation[]): AgUiEvent {
  return { type: 'ACTIVITY_DELTA', messageId: activityId(toolCallId), activityType: 'TOOL', patch }
}

function activityId(toolCallId: string): string {
  return `tool:${toolCallId}`
}

function withoutAbsent<Value extends object>(value: Value): Partial<Value> {
  const fields = Object.entries(value).filter(([, field]) => field !== undefined && field !== null)
  return Object.fromEntries(fields) as Partial<Value>
}
