import type { AgentEvent } from '../../../events/event.ts'
import type { EventBase } from '../../../events/event-base.ts'
import type { ToolUpdatedEvent } from '../../../events/tools/tool-call.ts'
import {
  countOf,
  denialNotice,
  fieldsOf,
  type Fields,
  present,
  shownText,
  textOf,
} from '../../command-line/read-values.ts'
import { shownResult, toolKind, toolLook } from './tool-look.ts'

interface OpenCall {
  tool: string
  hasInput: boolean
  /** The output is streamed, and snapshots repeat it. */
  hasPieces: boolean
  shown: string
}

/** Reads the lines of tool calls. Each line names its call; the order of the lines varies. */
export class CopilotToolCalls {
  readonly #cwd: string
  readonly #calls = new Map<string, OpenCall>()

  constructor(cwd: string) {
    this.#cwd = cwd
  }

  /** A delta of the input. */
  inputPiece(data: Fields, base: EventBase): AgentEvent[] {
    const { toolCallId, inputDelta: text } = data
    if (typeof toolCallId !== 'string') return []
    const events = this.#calls.has(toolCallId)
      ? []
      : [this.#called(toolCallId, { name: data.toolName }, base)]
    // Custom tools take text, not JSON.
    if (data.toolType === 'function' && typeof text === 'string' && text !== '')
      events.push({ ...base, type: 'tool.input', toolCallId, text })
    return events
  }

  /** A call with complete input: in a message, or when it starts. */
  whole(call: Fields, base: EventBase): AgentEvent[] {
    const { toolCallId, arguments: input } = call
    if (typeof toolCallId !== 'string') return []
    const known = this.#calls.get(toolCallId)
    if (known === undefined) return [this.#called(toolCallId, call, base)]
    if (known.hasInput) return []
    known.hasInput = true
    return [{ ...base, type: 'tool.updated', toolCallId, ...toolLook(call, this.#cwd), input }]
  }

  start(data: Fields, base: EventBase): AgentEvent[] {
    const { toolCallId } = data
    if (typeof toolCallId !== 'string') return []
    const events = this.whole({ ...data, name: data.toolName }, base)
    return [...events, { ...base, type: 'tool.updated', toolCallId, status: 'in-progress' }]
  }

  /** A delta of the output. */
  outputPiece({ toolCallId, text }: Fields, base: EventBase): AgentEvent[] {
    if (typeof toolCallId !== 'string' || typeof text !== 'string') return []
    const call = this.#calls.get(toolCallId)
    if (call !== undefined) call.hasPieces = true
    return [{ ...base, type: 'tool.output', toolCallId, content: shownText(text) }]
  }

  /** All output so far. */
  snapshot({ toolCallId, partialOutput: text }: Fields, base: EventBase): AgentEvent[] {
    if (typeof toolCallId !== 'string' || typeof text !== 'string') return []
    const call = this.#calls.get(toolCallId)
    if (call?.hasPieces === true || call?.shown === text) return []
    if (call !== undefined) call.shown = text
    return [{ ...base, type: 'tool.updated', toolCallId, content: [shownText(text)] }]
  }

  complete(data: Fields, base: EventBase): AgentEvent[] {
    const { toolCallId, result, success } = data
    if (typeof toolCallId !== 'string') return []
    const tool = this.#calls.get(toolCallId)?.tool
    this.#calls.delete(toolCallId)
    const { message, code } = fieldsOf(data.error)
    const event: ToolUpdatedEvent = {
      ...base,
      type: 'tool.updated',
      toolCallId,
      status: success === true ? 'completed' : 'failed',
      ...present({ output: result ?? data.error, content: shownResult(data) }),
    }
    if (success !== true) {
      const text = textOf(message) ?? 'The tool failed'
      const errorCode = code === 'denied' ? 'PERMISSION_DENIED' : textOf(code)
      event.error = present({ message: text, code: errorCode })
    }
    return [
      event,
      ...contextOf(data, base),
      ...(code === 'denied' ? [denialNotice(base, { toolCallId, tool, description: textOf(message) })] : []),
    ]
  }

  #called(toolCallId: string, call: Fields, base: EventBase): AgentEvent {
    const tool = textOf(call.name) ?? 'unknown'
    const { arguments: input } = call
    this.#calls.set(toolCallId, { tool, hasInput: input !== undefined, hasPieces: false, shown: '' })
    return present({
      ...base,
      type: 'tool.called' as const,
      toolCallId,
      tool,
      title: tool,
      kind: toolKind(tool),
      status: 'pending',
      ...toolLook(call, this.#cwd),
      input,
    }) as AgentEvent
  }
}

/** The used part of the context window, reported with a tool's result. */
function contextOf(data: Fields, base: EventBase): AgentEvent[] {
  const { metrics } = fieldsOf(data.toolTelemetry)
  const used = countOf(fieldsOf(metrics).context_current_tokens)
  const size = countOf(fieldsOf(metrics).context_token_limit)
  return used === undefined || size === undefined
    ? []
    : [{ ...base, type: 'usage.updated', context: { used, size } }]
}
