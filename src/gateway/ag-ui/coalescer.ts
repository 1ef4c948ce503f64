import type { AgUiEvent, ReasoningContentEvent, TextContentEvent } from './events.ts'

type Delta = TextContentEvent | ReasoningContentEvent

/**
 * Joins consecutive deltas of a message, because a client's work grows with the number of events, not their length.
 * Keeps the order of events.
 */
export class Coalescer {
  readonly #fullLength: number
  #held: Delta | undefined

  constructor({ fullLength = 1024 }: { fullLength?: number } = {}) {
    this.#fullLength = fullLength
  }

  /** Whether a delta waits for the next one or for `flush`. */
  get isHolding(): boolean {
    return this.#held !== undefined
  }

  /** Adds an event; returns the events to send now. */
  push(event: AgUiEvent): AgUiEvent[] {
    const held = this.#held
    if (!isDelta(event)) {
      this.#held = undefined
      return held === undefined ? [event] : [held, event]
    }
    const isSame = held?.type === event.type && held.messageId === event.messageId
    const joined = isSame ? { ...held, delta: held.delta + event.delta } : event
    const before = isSame || held === undefined ? [] : [held]
    const isFull = joined.delta.length >= this.#fullLength
    this.#held = isFull ? undefined : joined
    return isFull ? [...before, joined] : before
  }

  /** Returns the waiting delta. */
  flush(): AgUiEvent[] {
    const held = this.#held
    this.#held = undefined
    return held === undefined ? [] : [held]
  }
}

function isDelta(event: AgUiEvent): event is Delta {
  return event.type === 'TEXT_MESSAGE_CONTENT' || event.type === 'REASONING_MESSAGE_CONTENT'
}
