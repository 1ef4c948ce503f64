import { ignore } from '../../core/ignore.ts'
import type { Sessions } from '../../sessions/sessions.ts'
import type { LoggedEvent } from '../../sessions/store/session-store.ts'

export interface LogStreamOptions {
  readonly events: Sessions['events']
  /** Starts after this cursor; only new events if undefined. */
  readonly after: number | undefined
  /** Only events of this participant id. */
  readonly session: string | undefined
  readonly matches: (entry: LoggedEvent) => boolean
  /** Ends the stream. */
  readonly closing: AbortSignal
  readonly keepAliveMs?: number
}

/** Entries per read of the log. */
const pageSize = 128
/** Bytes to buffer for a slow client before reading pauses. */
const bufferedBytes = 64 * 1024
const keepAlive = ': keep-alive\n\n'
const reset = 'event: reset\ndata: {}\n\n'

/**
 * The session log from a cursor on, as server-sent events whose id is the cursor. For a slow client the entries stay in
 * the log until it has read the previous ones.
 */
export function logStream(options: LogStreamOptions): ReadableStream<Uint8Array> {
  const size = new ByteLengthQueuingStrategy({ highWaterMark: bufferedBytes })
  return new ReadableStream<Uint8Array>(new LogSource(options), size)
}

class LogSource {
  readonly #options: LogStreamOptions
  readonly #encoder = new TextEncoder()
  /** The cursor is of another log, so this one is sent from its start. */
  readonly #isForeign: boolean
  #cursor: number
  #wake = Promise.withResolvers<void>()
  #isOver = false
  #endWatch: () => void = ignore

  constructor(options: LogStreamOptions) {
    const { events, after } = options
    this.#options = options
    this.#isForeign = (after ?? 0) > events.lastCursor
    this.#cursor = this.#isForeign ? 0 : (after ?? events.lastCursor)
  }

  start(controller: ReadableStreamDefaultController<Uint8Array>): void {
    const { events, closing, keepAliveMs = 15_000 } = this.#options
    const send = (text: string): void => controller.enqueue(this.#encoder.encode(text))
    const endListening = events.on({ type: '*' }, () => this.#wake.resolve())
    const beat = setInterval(() => {
      if ((controller.desiredSize ?? 0) > 0) send(keepAlive)
    }, keepAliveMs).unref()
    const close = (): void => {
      this.cancel()
      controller.close()
    }
    this.#endWatch = () => {
      endListening()
      clearInterval(beat)
      closing.removeEventListener('abort', close)
    }
    closing.addEventListener('abort', close, { once: true })
    // Sent at once, so that the client knows it is connected.
    send(this.#isForeign ? reset : ': listening\n\n')
    if (closing.aborted) close()
  }

  async pull(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    while (!this.#isOver) {
      this.#wake = Promise.withResolvers<void>()
      const before = this.#cursor
      const text = this.#nextPage()
      if (text !== '') {
        controller.enqueue(this.#encoder.encode(text))
        return
      }
      // A long log without a match must not block the event loop.
      if (this.#cursor > before) await new Promise((resolve) => setImmediate(resolve))
      else await this.#wake.promise
    }
  }

  cancel(): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#endWatch()
    this.#wake.resolve()
  }

  #nextPage(): string {
    const { events, session, matches } = this.#options
    // Unread entries may have been dropped from the log. A client that starts at 0 has missed none.
    const hasMissed = this.#cursor > 0 && this.#cursor < events.firstCursor - 1
    const entries = events.read({
      after: hasMissed ? 0 : this.#cursor,
      limit: pageSize,
      ...(session === undefined ? {} : { session }),
    })
    this.#cursor = entries.at(-1)?.cursor ?? events.lastCursor
    return (hasMissed ? reset : '') + entries.filter(matches).map(frameOf).join('')
  }
}

function frameOf(entry: LoggedEvent): string {
  return `id: ${entry.cursor}\ndata: ${JSON.stringify(entry)}\n\n`
}
