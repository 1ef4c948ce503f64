import type { TerminalOutputEvent, TerminalUpdatedEvent } from '../../events/tools/terminal.ts'
import { OutputTail } from './output-tail.ts'
import type { EventSink } from '../session-options.ts'

export interface TerminalTellerOptions {
  terminalId: string
  sessionId: string | undefined
  onEvent: EventSink
  /** Nothing is told before this. */
  after: Promise<void>
}

/**
 * How many bytes of output may wait, from the end: stdout is read at the pace of the events, but nothing holds back
 * what comes by stderr.
 */
const mostWaiting = 10 * 1024 * 1024

/** Tells what happens in a terminal, in order and at the pace of whoever takes the events. */
export class TerminalTeller {
  readonly #options: TerminalTellerOptions
  /** Output that comes while an event is being taken: it becomes one piece. */
  readonly #waiting = new OutputTail(mostWaiting)
  #last: Promise<void>
  #hurry = false
  #refused = false
  #goOn: () => void = () => {}

  constructor(options: TerminalTellerOptions) {
    this.#options = options
    this.#last = options.after
  }

  /** Resolves when this and all before it has been taken; never rejects. */
  output(text: string): Promise<void> {
    if (text === '') return this.#last
    const isFirst = this.#waiting.isEmpty
    this.#waiting.add(text)
    if (isFirst) {
      this.#last = this.#last.then(() =>
        this.#tell({ ...this.#about(), type: 'terminal.output', text: this.#waiting.take() }),
      )
    }
    return this.#last
  }

  /** Resolves when this and all before it has been taken; never rejects. */
  update(change: Pick<TerminalUpdatedEvent, 'command' | 'cwd' | 'exitStatus'>): Promise<void> {
    this.#last = this.#last.then(() => this.#tell({ ...this.#about(), type: 'terminal.updated', ...change }))
    return this.#last
  }

  /** Waits for nobody from now on. */
  hurry(): void {
    this.#hurry = true
    this.#goOn()
  }

  #about(): { terminalId: string; sessionId?: string } {
    const { terminalId, sessionId } = this.#options
    return { terminalId, ...(sessionId === undefined ? {} : { sessionId }) }
  }

  /** Whoever fails to take an event gets no more of them. */
  async #tell(event: TerminalOutputEvent | TerminalUpdatedEvent): Promise<void> {
    if (this.#refused) return
    try {
      const taken = this.#options.onEvent(event)
      if (taken === undefined) return
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      this.#goOn = resolve
      taken.then(resolve, reject)
      if (this.#hurry) resolve()
      await promise
    } catch {
      this.#refused = true
    }
  }
}
