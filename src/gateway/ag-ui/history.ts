import type { AgUiEvent, HistoryMessage, HistoryToolCall } from './events.ts'
import type { InputMessage } from './input.ts'

const mostMessages = 2000
const mostCharacters = 8_000_000

/** What was said in a thread, for a client that comes back. The oldest goes first when there is too much. */
export class ThreadHistory {
  readonly #messages = new Map<string, HistoryMessage>()
  readonly #calls = new Map<string, HistoryToolCall>()
  #characters = 0

  get messages(): HistoryMessage[] {
    return [...this.#messages.values()].map((message) => structuredClone(message))
  }

  /** Takes what the client says that is not known yet. */
  takeInput(messages: readonly InputMessage[]): void {
    for (const { id, role, content, toolCallId } of messages) {
      if (this.#messages.has(id)) continue
      if (role === 'user') this.#add({ id, role, content: content ?? '' })
      else if (role === 'tool' && toolCallId !== undefined) {
        this.#add({
          id,
          role,
          toolCallId,
          content: typeof content === 'string' ? content : JSON.stringify(content),
        })
      } else if (
        (role === 'system' || role === 'developer' || role === 'assistant') &&
        typeof content === 'string'
      ) {
        this.#add({ id, role, content })
      }
    }
  }

  /** Takes what the client is told. */
  take(event: AgUiEvent): void {
    if (event.type === 'TEXT_MESSAGE_START') {
      this.#add({ id: event.messageId, role: event.role, content: '' })
    } else if (event.type === 'REASONING_MESSAGE_START') {
      this.#add({ id: event.messageId, role: 'reasoning', content: '' })
    } else if (event.type === 'TEXT_MESSAGE_CONTENT' || event.type === 'REASONING_MESSAGE_CONTENT') {
      const message = this.#messages.get(event.messageId)
      if (message === undefined || typeof message.content !== 'string') return
      message.content += event.delta
      this.#count(event.delta.length)
    } else if (event.type === 'TOOL_CALL_START') {
      const { toolCallId: id, toolCallName: name } = event
      const call: HistoryToolCall = { id, type: 'function', function: { name, arguments: '' } }
      this.#calls.set(id, call)
      this.#add({ id, role: 'assistant', toolCalls: [call] })
    } else if (event.type === 'TOOL_CALL_ARGS') {
      const call = this.#calls.get(event.toolCallId)
      if (call !== undefined) call.function.arguments += event.delta
      this.#count(event.delta.length)
    } else if (event.type === 'TOOL_CALL_RESULT') {
      const { messageId: id, toolCallId, content } = event
      this.#calls.delete(toolCallId)
      this.#add({ id, role: 'tool', toolCallId, content })
    }
  }

  #add(message: HistoryMessage): void {
    this.#messages.set(message.id, message)
    this.#count(lengthOf(message))
  }

  #count(characters: number): void {
    this.#characters += characters
    while (
      this.#messages.size > mostMessages ||
      (this.#characters > mostCharacters && this.#messages.size > 1)
    ) {
      const [oldest] = this.#messages.values()
      if (oldest === undefined) return
      this.#messages.delete(oldest.id)
      this.#characters -= lengthOf(oldest)
    }
  }
}

function lengthOf(message: HistoryMessage): number {
  const { content } = message
  const calls = 'toolCalls' in message ? (message.toolCalls ?? []) : []
  const written = calls.reduce((sum, call) => sum + call.function.arguments.length, 0)
  return written + (typeof content === 'string' ? content.length : JSON.stringify(content ?? '').length)
}
