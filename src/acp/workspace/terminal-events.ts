import type { TerminalOutputEvent, TerminalUpdatedEvent } from '../../events/tools/terminal.ts'
import { OutputTail } from './output-tail.ts'
import type { EventSink } from '../session-options.ts'

export interface TerminalEventsOptions {
  terminalId: string
  sessionId: string | undefined
  onEvent: EventSink
  /** No event is emitted before this resolves. */
  after: Promise<void>
}

/**
 * The maximum number of bytes of waiting output. Back pressure limits stdout, but not stderr.
 */
const mostWaiting = 10 * 1024 * 1024

/** Emits the events of a terminal, in order and at the pace of the event handler. */
export class TerminalEvents {
  readonly #options: TerminalEventsOptions
  /** Output that arrives while the handler is busy; it becomes one event. */
  readonly #waiting = new OutputTail(mostWaiting)
  #last: Promise<void>
  #hurry = false
  #refused = false
  #skip: () => void = () => {}

  constructor(options: TerminalEventsOptions) {
    this.#options = options
    this.#last = options.after
  }

  /** Resolves when the handler has received this event and all previous ones; never rejects. */
  output(text: string): Promise<void> {
    if (text === '') return this.#last
    const isFirst = this.#waiting.isEmpty
    this.#waiting.add(text)
    if (isFirst) {
      this.#last = this.#last.then(() =>
        this.#emit({ ...this.#about(), type: 'terminal.output', text: this.#waiting.take() }),
      )
    }
    return this.#last
  }

  /** Resolves when the handler has received this event and all previous ones; never rejects. */
  update(change: Pick<TerminalUpdatedEvent, 'command' | 'cwd' | 'exitStatus'>): Promise<void> {
    this.#last = this.#last.then(() => this.#emit({ ...this.#about(), type: 'terminal.updated', ...change }))
    return this.#last
  }

  /** Stops waiting for the handler. */
  hurry(): void {
    this.#hurry = true
    this.#skip()
  }

  #about(): { terminalId: string; sessionId?: string } {
    const { terminalId, sessionId } = this.#options
    return { terminalId, ...(sessionId === undefined ? {} : { sessionId }) }
  }

  /** A handler that throws receives no further events. */
  async #emit(event: TerminalOutputEvent | TerminalUpdatedEvent): Promise<void> {
    if (this.#refused) return
    try {
      const taken = this.#options.onEvent(event)
      if (taken === undefined) return
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      this.#skip = resolve
      taken.then(resolve, reject)
      if (this.#hurry) resolve()
      await promise
    } catch {
      this.#refused = true
    }
  }
}
