import type { AgentEvent } from '../../events/event.ts'
import type { MessageRetractedEvent } from '../../events/message.ts'

/** The streamed part of the main agent's answer, which a retry may restart. */
export class AttemptText {
  #text: string[] = []
  #thinking: string[] = []
  #messageId: string | undefined

  /** Whether there is text to retract. */
  get isEmpty(): boolean {
    return this.#text.length === 0 && this.#thinking.length === 0
  }

  /** The message id of the last delta. */
  get messageId(): string | undefined {
    return this.#messageId
  }

  /** Records an event. A running tool makes the text before it final. */
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

  /** Makes the text so far final. */
  settle(): void {
    if (this.isEmpty) return
    this.#text = []
    this.#thinking = []
    this.#messageId = undefined
  }

  /** The agent starts again: returns the text to retract, if any. */
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
