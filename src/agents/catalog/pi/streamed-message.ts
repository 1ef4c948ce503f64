import type { AgentEvent } from '../../../events/event.ts'
import { countOf, type Fields, fieldsOf, listOf, textOf } from '../../command-line/read-values.ts'
import type { PiTools } from './tool-calls.ts'

type Spoken = 'text.delta' | 'thinking.delta'

/**
 * Assembles a message from deltas of numbered blocks. Each block is repeated at its end, and the message at the end of
 * all: of these, only the text that was not streamed is emitted.
 */
export class StreamedMessage {
  readonly #tools: PiTools
  /** The streamed text of each block. */
  readonly #streamed = new Map<number, string>()
  readonly #calls = new Map<number, string>()

  constructor(tools: PiTools) {
    this.#tools = tools
  }

  /** Reads one delta; no events for an unknown type. */
  piece(event: Fields): AgentEvent[] | undefined {
    const index = countOf(event.contentIndex) ?? 0
    switch (event.type) {
      case 'text_delta':
        return this.#append('text.delta', index, event.delta)
      case 'thinking_delta':
        return this.#append('thinking.delta', index, event.delta)
      case 'text_end':
        return this.#complete('text.delta', index, event.content)
      case 'thinking_end':
        return this.#complete('thinking.delta', index, event.content)
      case 'toolcall_start':
        return this.#beginCall(index, event)
      case 'toolcall_delta':
        return this.#tools.piece(this.#calls.get(index), event.delta)
      case 'toolcall_end':
        return this.#tools.whole(fieldsOf(event.toolCall))
      case 'text_start':
      case 'thinking_start':
      case 'start':
      case 'done':
      case 'error':
        return []
      default:
        return undefined
    }
  }

  /** Reads the whole message. */
  end(content: unknown): AgentEvent[] {
    return listOf(content).flatMap((item, index): AgentEvent[] => {
      const block = fieldsOf(item)
      switch (block.type) {
        case 'text':
          return this.#complete('text.delta', index, block.text)
        case 'thinking':
          return this.#complete('thinking.delta', index, block.thinking)
        case 'toolCall':
          return this.#tools.whole(block)
        default:
          return []
      }
    })
  }

  #append(type: Spoken, index: number, piece: unknown): AgentEvent[] {
    const text = textOf(piece)
    if (text === undefined) return []
    this.#streamed.set(index, (this.#streamed.get(index) ?? '') + text)
    return [{ type, text }]
  }

  #complete(type: Spoken, index: number, whole: unknown): AgentEvent[] {
    const streamed = this.#streamed.get(index) ?? ''
    if (typeof whole !== 'string' || !whole.startsWith(streamed)) return []
    return this.#append(type, index, whole.slice(streamed.length))
  }

  /** Older releases and omp do not name the call here; older releases have it in a snapshot of the message. */
  #beginCall(index: number, event: Fields): AgentEvent[] {
    const shown = fieldsOf(listOf(fieldsOf(event.partial).content)[index])
    const [id, tool] = [textOf(event.id) ?? textOf(shown.id), textOf(event.toolName) ?? textOf(shown.name)]
    if (id === undefined || tool === undefined) return []
    this.#calls.set(index, id)
    return this.#tools.begin(id, tool)
  }
}
