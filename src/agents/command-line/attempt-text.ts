import type { AgentEvent } from '../../events/event.ts'
import type { MessageRetractedEvent } from '../../events/message.ts'

/** What the main agent has streamed of an answer that it may still have to start again. */
export class AttemptText {
  #text: string[] = []
  #thinking: string[] = []
  #messageId: string | undefined

  /** Whether there is anything to retract. */
  get isEmpty(): boolean {
    return this.#text.length === 0 && this.#thinking.length === 0
  }

  /** The message of the last piece. */
  get messageId(): string | undefined {
    return this.#messageId
  }

  /** Takes an event on its way to the reader. A tool that runs settles the words before it. */
  add(event: AgentEvent): void {
    if (event.type === 'text.delta' || event.type === 'thinking.delta') {
      if (event.subagentId !== undefined) return
      if (event.type === 'thinking.delta') this.#thinking.push(event.text)
      else if (event.role === undefined || event.role === 'agent') this.#text.push(event.text)
      else return
      this.#messageId = event.messageId
    } else if (event.type === 'tool.called' || event.type === 'tool.updated') {
      if (event.subagentId === undefined && event.status !== undefined && event.status !== 'pending')
        this.settle()
    }
  }

  /** What was streamed so far stays. */
  settle(): void {
    if (this.isEmpty) return
    this.#text = []
    this.#thinking = []
    this.#messageId = undefined
  }

  /** The agent starts again: what no longer counts, if there is anything. */
  retract(): MessageRetractedEvent | undefined {
    if (this.isEmpty) return undefined
    const [text, thinking, messageId] = [this.#text.join(''), this.#thinking.join(''), this.#messageId]
    this.settle()
    return {
      type: 'message.retracted',
      ...(messageId === undefined ? {} : { messageId }),
      text,
      ...(thinking === '' ? {} : { thinking }),
    }
  }
}
