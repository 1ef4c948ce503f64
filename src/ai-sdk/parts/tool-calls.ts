import type { AgentEventOf } from '../../events/event.ts'
import type { ToolCallPatch } from '../../events/tools/tool-call.ts'
import { isToolResult } from '../../events/tools/tool-result.ts'
import { type JsonObject, toJsonObject } from './json-value.ts'
import type { ModelStreamPart, ToolCallPart, ToolResultPart } from './stream-part.ts'
import { Terminals } from '../terminals.ts'

type ToolPart = Extract<
  ModelStreamPart<never>,
  { type: `tool-input-${string}` } | ToolCallPart | ToolResultPart
>

/** A tool call and how much of it was emitted. */
interface Call {
  patch: ToolCallPatch
  name: string
  isStreamed: boolean
  emitted: 'started' | 'called' | 'ended'
  /** A person's decision, for a call the agent reports nothing more about. */
  decision?: 'allowed' | 'refused'
}

/**
 * The agent's tool calls as parts. The SDK accepts a call only once and complete, so the call is emitted when its input
 * is known, at the latest with its result.
 */
export class ToolCalls {
  readonly terminals = new Terminals()
  readonly #calls = new Map<string, Call>()

  called(event: AgentEventOf<'tool.called' | 'tool.updated'>): ToolPart[] {
    const { toolCallId } = event
    const known = this.#calls.get(toolCallId)
    if (known?.emitted === 'ended') return []
    const parts: ToolPart[] = []
    const call = known ?? this.#start(event, parts)
    call.patch = { ...call.patch, ...given(event) }
    if (hasInput(call.patch.input)) this.#call(call, parts)
    const isOver = event.type === 'tool.called' ? isFinal(event.status) : isToolResult(event)
    if (isOver) this.#end(call, event.type === 'tool.updated' ? event : {}, parts)
    return parts
  }

  input({ toolCallId, text }: AgentEventOf<'tool.input'>): ToolPart[] {
    const call = this.#calls.get(toolCallId)
    if (call?.emitted !== 'started') return []
    call.isStreamed = true
    return [{ type: 'tool-input-delta', id: toolCallId, delta: text }]
  }

  output({ toolCallId, content }: AgentEventOf<'tool.output'>): void {
    const call = this.#calls.get(toolCallId)
    if (call !== undefined) call.patch.content = [...(call.patch.content ?? []), content]
  }

  /** Emits a call at once, because the agent requests permission for it. */
  emitCall(patch: ToolCallPatch): ToolPart[] {
    const parts = this.called({ type: 'tool.updated', ...patch })
    const call = this.#calls.get(patch.toolCallId)
    if (call !== undefined) this.#call(call, parts)
    return parts
  }

  /** Records a person's decision. Repeats the call, because its result follows in another answer than the request. */
  decided(toolCallId: string, { approved }: { approved: boolean }): ToolCallPart[] {
    const call = this.#calls.get(toolCallId)
    if (call === undefined) return []
    call.decision = approved ? 'allowed' : 'refused'
    return [callPart(call)]
  }

  /** Ends all open calls, because the turn is over. */
  endAll(): ToolPart[] {
    const parts: ToolPart[] = []
    const error = { message: 'The turn ended before this call did' }
    for (const call of this.#calls.values()) {
      if (call.emitted !== 'ended') this.#end(call, call.decision === undefined ? { error } : {}, parts)
    }
    return parts
  }

  #start(patch: ToolCallPatch, parts: ToolPart[]): Call {
    const { toolCallId, tool, kind, title } = patch
    const name = tool ?? kind ?? 'tool'
    const call: Call = { patch: { toolCallId }, name, isStreamed: false, emitted: 'started' }
    this.#calls.set(toolCallId, call)
    parts.push({
      type: 'tool-input-start',
      id: toolCallId,
      toolName: name,
      providerExecuted: true,
      dynamic: true,
      ...(title === undefined || title === null ? {} : { title }),
    })
    return call
  }

  #call(call: Call, parts: ToolPart[]): void {
    if (call.emitted !== 'started') return
    call.emitted = 'called'
    const id = call.patch.toolCallId
    const part = callPart(call)
    if (!call.isStreamed) parts.push({ type: 'tool-input-delta', id, delta: part.input })
    parts.push({ type: 'tool-input-end', id }, part)
  }

  #end(call: Call, { error, durationMs }: Partial<AgentEventOf<'tool.updated'>>, parts: ToolPart[]): void {
    this.#call(call, parts)
    call.emitted = 'ended'
    const { toolCallId, input: _, meta: __, controls: ___, content, ...fields } = call.patch
    const shown = content === undefined || content === null ? {} : { content: this.terminals.shown(content) }
    parts.push({
      type: 'tool-result',
      toolCallId,
      toolName: call.name,
      result: resultOf({ ...fields, ...shown, error, durationMs, decision: call.decision }),
      ...(isFine(call) ? {} : { isError: true }),
      dynamic: true,
    })
  }
}

function callPart({ patch, name }: Call): ToolCallPart {
  return {
    type: 'tool-call',
    toolCallId: patch.toolCallId,
    toolName: name,
    input: JSON.stringify(patch.input ?? {}),
    providerExecuted: true,
    dynamic: true,
  }
}

const patchFields = ['tool', 'title', 'kind', 'status', 'content', 'locations', 'input', 'output'] as const

/** The fields of a call that an event has. */
function given(event: ToolCallPatch): Partial<ToolCallPatch> {
  return Object.fromEntries(
    patchFields.filter((field) => event[field] !== undefined).map((field) => [field, event[field]]),
  )
}

function resultOf(fields: object): JsonObject {
  const known = Object.entries(fields).filter(([, value]) => value !== undefined && value !== null)
  return toJsonObject(Object.fromEntries(known))
}

/** Many agents start a call with an empty input and report the input later. */
function hasInput(input: unknown): boolean {
  if (typeof input !== 'object') return input !== undefined
  return input !== null && Object.keys(input).length > 0
}

function isFine({ patch, decision }: Call): boolean {
  return patch.status === 'completed' || (decision === 'allowed' && !isFinal(patch.status))
}

function isFinal(status: unknown): boolean {
  return status === 'completed' || status === 'failed' || status === 'cancelled'
}
