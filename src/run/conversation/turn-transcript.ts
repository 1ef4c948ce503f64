import type { AgentEvent } from '../../events/event.ts'
import type { MessageUpdatedEvent } from '../../events/message.ts'
import { TranscriptText } from './transcript-text.ts'

/** What the agent said and thought in its last turn. */
export class TurnTranscript {
  readonly text = new TranscriptText()
  readonly thinking = new TranscriptText()
  #isOpen = false
  /** The message that the last piece of text belongs to. */
  #messageId: string | undefined

  /** Whether the turn is under way. */
  get isOpen(): boolean {
    return this.#isOpen
  }

  begin(): void {
    this.text.clear()
    this.thinking.clear()
    this.#isOpen = true
  }

  end(): void {
    this.#isOpen = false
  }

  add(event: AgentEvent): void {
    if (event.type === 'text.delta') {
      if (!this.#isOpen || (event.role !== undefined && event.role !== 'agent')) return
      this.text.add(event.text)
      this.#messageId = event.messageId
    } else if (event.type === 'thinking.delta') this.thinking.add(event.text)
    else if (event.type === 'message.updated') this.#addMessage(event)
    else if (event.type === 'message.retracted') {
      this.text.retract(event.text)
      this.thinking.retract(event.thinking ?? '')
    }
  }

  /** An agent may tell a message whole; one whose pieces came before is known. */
  #addMessage({ messageId, role = 'agent', thinking, content }: MessageUpdatedEvent): void {
    if (!this.#isOpen || role !== 'agent' || thinking || messageId === this.#messageId) return
    this.#messageId = messageId
    for (const block of content ?? []) if (block.type === 'text') this.text.add(block.text)
  }
}
