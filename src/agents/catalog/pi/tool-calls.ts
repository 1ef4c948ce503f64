import type { AgentEvent } from '../../../events/event.ts'
import type { ToolContent } from '../../../events/tools/tool-content.ts'
import {
  amountOf,
  type Fields,
  fieldsOf,
  listOf,
  present,
  shownChange,
  showsChange,
  textOf,
} from '../../command-line/read-values.ts'
import { shownBlocks, type ShownTool, toolLook, type ToolTable } from '../../command-line/tool-display.ts'

/** The emitted state of a call. */
interface EmittedCall {
  /** The input as JSON text, for comparison. */
  input?: string
  /** The display content as JSON text. */
  shown?: string
  keepsContent?: boolean
  isOver?: boolean
}

/** Emits the events of tool calls: input, start, progress and end. */
export class PiTools {
  readonly #table: ToolTable
  readonly #cwd: string
  readonly #calls = new Map<string, EmittedCall>()

  constructor(table: ToolTable, cwd: string) {
    this.#table = table
    this.#cwd = cwd
  }

  /** The model starts to write a call. */
  begin(toolCallId: string, tool: string): AgentEvent[] {
    if (this.#calls.has(toolCallId)) return []
    this.#calls.set(toolCallId, {})
    const { kind } = toolLook(this.#table, tool, { input: undefined, cwd: this.#cwd })
    return [{ type: 'tool.called', toolCallId, tool, title: tool, kind, status: 'pending' }]
  }

  piece(toolCallId: string | undefined, piece: unknown): AgentEvent[] {
    const text = textOf(piece)
    return text === undefined || toolCallId === undefined ? [] : [{ type: 'tool.input', toolCallId, text }]
  }

  /** The model has written a call. */
  whole(call: Fields): AgentEvent[] {
    const [id, tool] = [textOf(call.id), textOf(call.name)]
    if (id === undefined || tool === undefined || this.#calls.get(id)?.input !== undefined) return []
    return this.#tell(id, tool, { input: call.arguments, status: 'pending' })
  }

  start(line: Fields): AgentEvent[] | undefined {
    const [id, tool] = [textOf(line.toolCallId), textOf(line.toolName)]
    if (id === undefined || tool === undefined) return undefined
    const meta = textOf(line.intent) === undefined ? undefined : { intent: line.intent }
    const call = this.#calls.get(id)
    if (call === undefined || call.input !== JSON.stringify(line.args))
      return this.#tell(id, tool, { input: line.args, status: 'in-progress', meta })
    return [{ type: 'tool.updated', toolCallId: id, status: 'in-progress', ...present({ meta }) }]
  }

  /** Progress of a running call replaces the earlier content. */
  update(line: Fields): AgentEvent[] | undefined {
    const id = textOf(line.toolCallId)
    if (id === undefined) return undefined
    const content = this.#newContent(id, fieldsOf(line.partialResult).content)
    return content === undefined ? [] : [{ type: 'tool.updated', toolCallId: id, content }]
  }

  end(line: Fields): AgentEvent[] | undefined {
    const id = textOf(line.toolCallId)
    if (id === undefined) return undefined
    return this.#finish(id, fieldsOf(line.result), line)
  }

  /** The result that the model gets; emitted only for a call without an end event. */
  result(message: Fields): AgentEvent[] {
    const id = textOf(message.toolCallId)
    if (id === undefined || this.#calls.get(id)?.isOver !== false) return []
    const { content, details } = message
    return this.#finish(id, present({ content, details }), message)
  }

  #finish(toolCallId: string, result: Fields, { isError, durationMs }: Fields): AgentEvent[] {
    const change = this.#calls.get(toolCallId)?.keepsContent === true ? undefined : changeIn(result.details)
    const content = change?.content ?? this.#newContent(toolCallId, result.content)
    // Drop the input, which may be a whole file.
    this.#calls.set(toolCallId, { input: '', isOver: true })
    const failed = isError === true
    const error = failed ? { message: textIn(result.content) ?? 'The tool failed' } : undefined
    return [
      {
        type: 'tool.updated',
        toolCallId,
        status: failed ? 'failed' : 'completed',
        output: result,
        ...present({ ...change, content, error, durationMs: amountOf(durationMs) }),
      },
    ]
  }

  #tell(
    toolCallId: string,
    tool: string,
    { input, status, meta }: { input: unknown; status: string; meta?: Record<string, unknown> | undefined },
  ): AgentEvent[] {
    const isKnown = this.#calls.has(toolCallId)
    const look = toolLook(this.#table, tool, { input, cwd: this.#cwd })
    this.#calls.set(toolCallId, {
      input: JSON.stringify(input),
      keepsContent: showsChange(look.content),
      isOver: false,
    })
    const fields = { toolCallId, tool, ...look, ...present({ input, meta }), status }
    return [isKnown ? { type: 'tool.updated', ...fields } : { type: 'tool.called', ...fields }]
  }

  /** The changed display content of a call. A result does not replace a file change. */
  #newContent(toolCallId: string, blocks: unknown): ToolContent[] | undefined {
    const call = this.#calls.get(toolCallId)
    const content = shownBlocks(blocks)
    const shown = JSON.stringify(content)
    if (content.length === 0 || call?.keepsContent === true || call?.shown === shown) return undefined
    if (call !== undefined) call.shown = shown
    return content
  }
}

/** The file change in a result, for a call whose input did not include it. */
function changeIn(details: unknown): Pick<ShownTool, 'content' | 'locations'> | undefined {
  const { path, oldText, newText } = fieldsOf(details)
  if (typeof path !== 'string' || typeof newText !== 'string') return undefined
  const change = shownChange(path, newText, typeof oldText === 'string' ? oldText : undefined)
  return { content: [change], locations: [{ path }] }
}

function textIn(blocks: unknown): string | undefined {
  return textOf(
    listOf(blocks)
      .map((block) => textOf(fieldsOf(block).text) ?? '')
      .join('\n'),
  )
}
