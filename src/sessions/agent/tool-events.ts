import type { AgentSessionEvent } from '../../capabilities/ecosystems/relay/events.ts'
import type { FileChange, KnownFileChange } from '../../events/tools/diff.ts'
import type { PermissionRequestedEvent } from '../../events/permission.ts'
import type {
  ToolCallPatch,
  ToolCalledEvent,
  ToolOutputEvent,
  ToolUpdatedEvent,
} from '../../events/tools/tool-call.ts'
import type { ToolContent } from '../../events/tools/tool-content.ts'
import { isToolResult } from '../../events/tools/tool-result.ts'
import { questionOf } from '../../run/permissions/permission-question.ts'
import type { CommandEvents } from './command-events.ts'

interface OpenCall {
  call: ToolCallPatch
  startedAt: number
  /** The output emitted so far. */
  shown: string
}

/** Session events of tool calls, with their file and command events. */
export class ToolEvents {
  readonly #now: () => number
  readonly #commands: CommandEvents
  readonly #open = new Map<string, OpenCall>()

  constructor({ now, commands }: { now: () => number; commands: CommandEvents }) {
    this.#now = now
    this.#commands = commands
  }

  get open(): number {
    return this.#open.size
  }

  /** Called at the end of a turn: open calls never finish. */
  clear(): void {
    this.#open.clear()
  }

  called(event: ToolCalledEvent): AgentSessionEvent[] {
    if (event.status === 'completed' || event.status === 'failed' || event.status === 'cancelled') {
      return this.updated({ ...event, type: 'tool.updated' })
    }
    return this.#change(event.toolCallId, event)
  }

  updated(event: ToolUpdatedEvent): AgentSessionEvent[] {
    const events = this.#change(event.toolCallId, event)
    return isToolResult(event) ? [...events, ...this.#end(event)] : events
  }

  /** Some agents request permission before they report the call. */
  permissionRequested({ subject }: PermissionRequestedEvent): AgentSessionEvent[] {
    if (subject?.type !== 'tool-call') return []
    return this.#change(subject.toolCall.toolCallId, subject.toolCall)
  }

  output({ toolCallId, content, ...event }: ToolOutputEvent): AgentSessionEvent[] {
    const text = textIn([content])
    const open = this.#open.get(toolCallId)
    if (text === '') return []
    if (open !== undefined) open.shown += text
    const tool = event.tool ?? nameOf(open?.call ?? { toolCallId })
    return [{ type: 'tool.output', run: event.run ?? toolCallId, tool, output: text }]
  }

  #change(toolCallId: string, patch: Partial<ToolCallPatch>): AgentSessionEvent[] {
    const known = this.#open.get(toolCallId)
    const call: ToolCallPatch = { ...known?.call, ...given(patch), toolCallId }
    const open = { call, startedAt: known?.startedAt ?? this.#now(), shown: known?.shown ?? '' }
    this.#open.set(toolCallId, open)
    const command = call.kind === 'execute' && call.input !== undefined ? commandOf(call) : undefined
    return [
      ...(known === undefined ? [calledEvent(call)] : []),
      ...(command === undefined ? [] : this.#commands.ofCall(toolCallId, command)),
      ...this.#grown(open),
    ]
  }

  /** Agents resend the whole content: emit only the new part. */
  #grown(open: OpenCall): AgentSessionEvent[] {
    const { call, shown } = open
    if (call.status !== 'in-progress') return []
    const text = textIn(call.content ?? [])
    if (text.length <= shown.length || !text.startsWith(shown)) return []
    open.shown = text
    const output = text.slice(shown.length)
    return [{ type: 'tool.output', run: call.toolCallId, tool: nameOf(call), output }]
  }

  #end(event: ToolUpdatedEvent): AgentSessionEvent[] {
    const { toolCallId, status, error, run = toolCallId } = event
    const open = this.#open.get(toolCallId)
    this.#open.delete(toolCallId)
    const call = open?.call ?? event
    const content = call.content ?? []
    const durationMs = event.durationMs ?? this.#now() - (open?.startedAt ?? this.#now())
    const [tool, text] = [nameOf(call), textIn(content)]
    const output = call.output ?? (text === '' ? undefined : text)
    const isGood = status === 'completed'
    const why =
      error?.message ??
      (status === 'cancelled' ? 'The tool call was canceled' : text || 'The tool call failed')
    const command = call.kind === 'execute' ? commandOf(call) : undefined
    return [
      ...(command === undefined
        ? []
        : this.#commands.endCall(toolCallId, { command, isGood, error: why, output: call.output })),
      ...(isGood ? content.flatMap(changesIn) : []),
      isGood
        ? { type: 'tool.completed', run, tool, ...(output === undefined ? {} : { output }), durationMs }
        : {
            type: 'tool.failed',
            run,
            tool,
            error: why,
            ...(error?.retryable === undefined ? {} : { retryable: error.retryable }),
          },
    ]
  }
}

function calledEvent(call: ToolCallPatch): AgentSessionEvent {
  const { toolCallId: run, input } = call
  return { type: 'tool.called', run, tool: nameOf(call), ...(input === undefined ? {} : { input }) }
}

function nameOf({ tool, title, kind }: ToolCallPatch): string {
  return tool ?? title ?? kind ?? 'unknown'
}

/** Absent fields keep their previous value. */
function given(patch: Partial<ToolCallPatch>): Partial<ToolCallPatch> {
  return Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined))
}

const noRequest: PermissionRequestedEvent = { type: 'permission.requested', requestId: '', options: [] }

function commandOf(call: ToolCallPatch): string | undefined {
  return questionOf(noRequest, call).command
}

function textIn(content: readonly ToolContent[]): string {
  return content
    .flatMap((part) => (part.type === 'content' && part.content.type === 'text' ? [part.content.text] : []))
    .join('')
}

function changesIn(content: ToolContent): AgentSessionEvent[] {
  if (content.type !== 'diff') return []
  const { changes, patch } = content
  const diff = changes.length === 1 && patch !== undefined ? { diff: patch.text } : {}
  return changes.filter(isKnown).flatMap(({ operation, path, oldPath }): AgentSessionEvent[] => {
    if (operation === 'modify') return [{ type: 'file.changed', path, operation: 'update', ...diff }]
    if (operation === 'delete') return [{ type: 'file.changed', path, operation: 'delete', ...diff }]
    const deleted: AgentSessionEvent[] =
      operation === 'move' && oldPath !== undefined
        ? [{ type: 'file.changed', path: oldPath, operation: 'delete' }]
        : []
    return [...deleted, { type: 'file.changed', path, operation: 'create', ...diff }]
  })
}

function isKnown(change: FileChange): change is KnownFileChange {
  return change.operation !== 'unknown'
}
