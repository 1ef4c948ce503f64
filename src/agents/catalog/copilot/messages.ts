import type { AgentEvent } from '../../../events/event.ts'
import type { EventBase } from '../../../events/event-base.ts'
import { type Fields, present, textOf, remainingText } from '../../command-line/read-values.ts'

/** Reads messages and thoughts: first as deltas, then as a whole, of which only the remaining text is emitted. */
export class CopilotMessages {
  /** The streamed text by the id of the message or thought. */
  readonly #streamed = new Map<string, string>()
  /** The thoughts streamed since the last message, which repeats them. */
  #thoughts = ''
  #lastThought: string | undefined

  /** Reads a delta of a message. */
  messageDelta({ messageId, deltaContent }: Fields, base: EventBase): AgentEvent[] {
    return this.#delta(textOf(messageId), deltaContent, { ...base, type: 'text.delta' })
  }

  /** Reads a delta of a thought. */
  thoughtDelta({ reasoningId, deltaContent }: Fields, base: EventBase): AgentEvent[] {
    if (typeof deltaContent === 'string') this.#thoughts += deltaContent
    return this.#delta(textOf(reasoningId), deltaContent, { ...base, type: 'thinking.delta' })
  }

  /** Reads a whole message and the thought before it. */
  message({ messageId, content, reasoningText }: Fields, base: EventBase): AgentEvent[] {
    const id = textOf(messageId) ?? ''
    const events: AgentEvent[] = []
    if (typeof reasoningText === 'string') {
      const text = remainingText(reasoningText, this.#thoughts)
      if (text !== '') events.push({ ...base, type: 'thinking.delta', text })
      this.#lastThought = reasoningText
    }
    this.#thoughts = ''
    const text = typeof content === 'string' ? remainingText(content, this.#streamed.get(id) ?? '') : ''
    this.#streamed.delete(id)
    if (text !== '')
      events.push({ ...base, type: 'text.delta', text, ...(id === '' ? {} : { messageId: id }) })
    return events
  }

  /** Reads a whole thought, which its message may already have repeated. */
  thought({ reasoningId, content }: Fields, base: EventBase): AgentEvent[] {
    if (typeof content !== 'string') return []
    const messageId = textOf(reasoningId)
    const streamed = this.#streamed.get(messageId ?? '') ?? (content === this.#lastThought ? content : '')
    this.#streamed.delete(messageId ?? '')
    const text = remainingText(content, streamed)
    return text === '' ? [] : [{ ...base, type: 'thinking.delta', text, ...present({ messageId }) }]
  }

  #delta(
    messageId: string | undefined,
    text: unknown,
    event: EventBase & { type: 'text.delta' | 'thinking.delta' },
  ): AgentEvent[] {
    if (typeof text !== 'string' || text === '') return []
    if (messageId === undefined) return [{ ...event, text }]
    this.#streamed.set(messageId, (this.#streamed.get(messageId) ?? '') + text)
    return [{ ...event, text, messageId }]
  }
}

/** Reads the prompt of the user. */
export function userText({ content, messageId }: Fields, base: EventBase): AgentEvent[] | undefined {
  if (typeof content !== 'string') return undefined
  return [
    {
      ...base,
      type: 'text.delta',
      text: content,
      role: 'user',
      ...present({ messageId: textOf(messageId) }),
    },
  ]
}
