import type { AgentEvent } from '../../../events/event.ts'
import type { EventBase } from '../../../events/event-base.ts'
import type { ToolUpdatedEvent } from '../../../events/tools/tool-call.ts'
import {
  fieldsOf,
  type Fields,
  listOf,
  present,
  showsChange,
  textOf,
} from '../../command-line/read-values.ts'
import { toolLook } from '../../command-line/tool-display.ts'
import { claudeTools, replacedText, shownResult } from './tool-look.ts'

/** Reads tool calls: streamed or whole, then ended by a result. */
export class ClaudeToolCalls {
  readonly #cwd: string
  /** Open calls, and whether each shows a file change. */
  readonly #open = new Map<string, boolean>()

  constructor(cwd: string) {
    this.#cwd = cwd
  }

  /** A call with incomplete input. */
  begin(toolCallId: string, block: Fields, base: EventBase): AgentEvent[] {
    return this.#open.has(toolCallId) ? [] : [this.#called(toolCallId, { ...block, input: undefined }, base)]
  }

  /** A call with complete input. */
  whole(toolCallId: string, block: Fields, base: EventBase): AgentEvent {
    if (!this.#open.has(toolCallId)) return this.#called(toolCallId, block, base)
    const { input } = block
    const { kind: _, ...look } = toolLook(claudeTools, toolOf(block), { input, cwd: this.#cwd })
    this.#open.set(toolCallId, showsChange(look.content))
    return { ...base, type: 'tool.updated', toolCallId, ...look, input }
  }

  /** The result of a call; the line repeats it as the tool's own data. */
  result(toolCallId: string, block: Fields, { line, base }: { line: Fields; base: EventBase }): AgentEvent {
    const { content: output, is_error: isError } = block
    const toolResponse = line.tool_use_result
    const content = this.#open.get(toolCallId) === true ? replacedText(toolResponse) : shownResult(output)
    this.#open.delete(toolCallId)
    const event: ToolUpdatedEvent = {
      ...base,
      type: 'tool.updated',
      toolCallId,
      status: isError === true ? 'failed' : 'completed',
      ...present({ output, content }),
    }
    if (isError === true) {
      const message = textOf(output) ?? 'The tool failed'
      event.error = wasDenied(toolCallId, line) ? { message, code: 'PERMISSION_DENIED' } : { message }
    }
    if (toolResponse !== undefined) event.meta = { claudeCode: { toolResponse } }
    return event
  }

  /** Ends a denied call without a result. */
  deny(toolCallId: string, base: EventBase): AgentEvent[] {
    if (!this.#open.delete(toolCallId)) return []
    const error = { message: 'The call was not allowed', code: 'PERMISSION_DENIED' }
    return [{ ...base, type: 'tool.updated', toolCallId, status: 'failed', error }]
  }

  #called(toolCallId: string, block: Fields, base: EventBase): AgentEvent {
    const tool = toolOf(block)
    const { input } = block
    const look = toolLook(claudeTools, tool, { input, cwd: this.#cwd })
    this.#open.set(toolCallId, showsChange(look.content))
    const event = {
      ...base,
      type: 'tool.called' as const,
      toolCallId,
      tool,
      ...look,
      status: 'pending',
      input,
    }
    return present(event)
  }
}

function toolOf(block: Fields): string {
  return textOf(block.name) ?? 'unknown'
}

function wasDenied(toolCallId: string, line: Fields): boolean {
  const meta = listOf(line.tool_result_meta)
    .map(fieldsOf)
    .find(({ id }) => id === toolCallId)
  return fieldsOf(meta?.permission_decision).decision === 'reject'
}
