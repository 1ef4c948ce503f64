import type { AgUiEvent, ReasoningContentEvent, TextContentEvent } from './events.ts'

type Delta = TextContentEvent | ReasoningContentEvent

/**
 * Joins pieces of the same message. A client's work grows with the number of events, not with their length.
 * Nothing overtakes anything: what cannot be joined lets the piece before it go first.
 */
export class Coalescer {
  readonly #fullLength: number
  #held: Delta | undefined

  constructor({ fullLength = 1024 }: { fullLength?: number } = {}) {
    this.#fullLength = fullLength
  }

  /** Whether a piece waits for the next, or for `flush`. */
  get isHolding(): boolean {
    return this.#held !== undefined
  }

  /** What can go out now that this has come. */
  push(event: AgUiEvent): AgUiEvent[] {
    const held = this.#held
    if (!isDelta(event)) {
      this.#held = undefined
      return held === undefined ? [event] : [held, event]
    }
    const isSame = held?.type === event.type && held.messageId === event.messageId
    // Events are nobody's but ours by now, and the first piece has no other holder than this.
    const joined = isSame ? { ...held, delta: held.delta + event.delta } : event
    const before = isSame || held === undefined ? [] : [held]
    const isFull = joined.delta.length >= this.#fullLength
    this.#held = isFull ? undefined : joined
    return isFull ? [...before, joined] : before
  }

  /** Lets go what waits. */
  flush(): AgUiEvent[] {
    const held = this.#held
    this.#held = undefined
    return held === undefined ? [] : [held]
  }
}

function isDelta(event: AgUiEvent): event is Delta {
  return event.type === 'TEXT_MESSAGE_CONTENT' || event.type === 'REASONING_MESSAGE_CONTENT'
}
