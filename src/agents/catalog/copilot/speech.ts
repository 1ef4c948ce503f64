import type { AgentEvent } from '../../../events/event.ts'
import type { EventBase } from '../../../events/event-base.ts'
import { type Fields, present, textOf, untold } from '../../command-line/read-values.ts'

/** Reads what is said and thought: in pieces, then again as a whole, of which only the rest is told. */
export class CopilotSpeech {
  /** What was told in pieces, by the id of the message or the thought. */
  readonly #told = new Map<string, string>()
  /** The thoughts told since the last message, which repeats them. */
  #thoughts = ''
  #lastThought: string | undefined

  /** A piece of a message. */
  words({ messageId, deltaContent }: Fields, base: EventBase): AgentEvent[] {
    return this.#piece(textOf(messageId), deltaContent, { ...base, type: 'text.delta' })
  }

  /** A piece of a thought. */
  thoughtPiece({ reasoningId, deltaContent }: Fields, base: EventBase): AgentEvent[] {
    if (typeof deltaContent === 'string') this.#thoughts += deltaContent
    return this.#piece(textOf(reasoningId), deltaContent, { ...base, type: 'thinking.delta' })
  }

  /** A whole message, with the thought before it. */
  message({ messageId, content, reasoningText }: Fields, base: EventBase): AgentEvent[] {
    const id = textOf(messageId) ?? ''
    const events: AgentEvent[] = []
    if (typeof reasoningText === 'string') {
      const text = untold(reasoningText, this.#thoughts)
      if (text !== '') events.push({ ...base, type: 'thinking.delta', text })
      this.#lastThought = reasoningText
    }
    this.#thoughts = ''
    const text = typeof content === 'string' ? untold(content, this.#told.get(id) ?? '') : ''
    this.#told.delete(id)
    if (text !== '')
      events.push({ ...base, type: 'text.delta', text, ...(id === '' ? {} : { messageId: id }) })
    return events
  }

  /** A whole thought; the message it led to may have told it before. */
  thought({ reasoningId, content }: Fields, base: EventBase): AgentEvent[] {
    if (typeof content !== 'string') return []
    const messageId = textOf(reasoningId)
    const told = this.#told.get(messageId ?? '') ?? (content === this.#lastThought ? content : '')
    this.#told.delete(messageId ?? '')
    const text = untold(content, told)
    return text === '' ? [] : [{ ...base, type: 'thinking.delta', text, ...present({ messageId }) }]
  }

  #piece(
    messageId: string | undefined,
    text: unknown,
    event: EventBase & { type: 'text.delta' | 'thinking.delta' },
  ): AgentEvent[] {
    if (typeof text !== 'string' || text === '') return []
    if (messageId === undefined) return [{ ...event, text }]
    this.#told.set(messageId, (this.#told.get(messageId) ?? '') + text)
    return [{ ...event, text, messageId }]
  }
}

/** What the user asked, as it was taken into the conversation. */
export function userWords({ content, messageId }: Fields, base: EventBase): AgentEvent[] | undefined {
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
