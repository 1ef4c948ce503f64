import type { AgentEvent } from '../../events/event.ts'
import type { MessageRetractedEvent, MessageUpdatedEvent } from '../../events/message.ts'
import { TranscriptText } from './transcript-text.ts'

/** The text and thinking of the last turn. */
export class TurnTranscript {
  readonly text = new TranscriptText()
  readonly thinking = new TranscriptText()
  #isOpen = false
  /** The message of the last piece of text. */
  #messageId: string | undefined

  /** Whether the turn is in progress. */
  get isOpen(): boolean {
    return this.#isOpen
  }

  begin(): void {
    this.text.clear()
    this.thinking.clear()
    this.#isOpen = true
  }

  /** Voids the text and thinking so far; returns the event for it, or undefined if there is none. */
  retract(): MessageRetractedEvent | undefined {
    const [text, thinking] = [this.text.toString(), this.thinking.toString()]
    this.text.clear()
    this.thinking.clear()
    if (text === '' && thinking === '') return undefined
    return { type: 'message.retracted', text, ...(thinking === '' ? {} : { thinking }) }
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

  /** Adds a whole message, unless its pieces were already added. */
  #addMessage({ messageId, role = 'agent', thinking, content }: MessageUpdatedEvent): void {
    if (!this.#isOpen || role !== 'agent' || thinking || messageId === this.#messageId) return
    this.#messageId = messageId
    for (const block of content ?? []) if (block.type === 'text') this.text.add(block.text)
  }
}
