import { ignore } from '../../core/ignore.ts'
import type { Sessions } from '../../sessions/sessions.ts'
import type { LoggedEvent } from '../../sessions/store/session-store.ts'

export interface LogStreamOptions {
  readonly events: Sessions['events']
  /** The cursor after which it is told; only what comes from now on if not given. */
  readonly after: number | undefined
  /** The id of the participant it is about. */
  readonly session: string | undefined
  readonly isWanted: (entry: LoggedEvent) => boolean
  /** Ends the stream. */
  readonly closing: AbortSignal
  readonly keepAliveMs?: number
}

/** How many entries of the log are read in one go. */
const pageSize = 128
/** How many bytes may wait for a client that reads slowly before no more is read for it. */
const bufferedBytes = 64 * 1024
const keepAlive = ': keep-alive\n\n'
const reset = 'event: reset\ndata: {}\n\n'

/**
 * The log of the sessions from a cursor on, as server-sent events whose id is the cursor. Nothing is kept for a slow
 * reader: what it has not taken is read when it has taken what came before.
 */
export function logStream(options: LogStreamOptions): ReadableStream<Uint8Array> {
  const size = new ByteLengthQueuingStrategy({ highWaterMark: bufferedBytes })
  return new ReadableStream<Uint8Array>(new LogSource(options), size)
}

class LogSource {
  readonly #options: LogStreamOptions
  readonly #encoder = new TextEncoder()
  /** A cursor of another log says nothing of this one, which is told from its beginning. */
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
    // The first word goes out at once: it tells the client that it was heard.
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
      // A long log of what is not wanted must not keep others waiting.
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
    const { events, session, isWanted } = this.#options
    // What it has not read may be kept no longer; whoever begins with nothing has missed nothing.
    const hasMissed = this.#cursor > 0 && this.#cursor < events.firstCursor - 1
    const entries = events.read({
      after: this.#cursor,
      limit: pageSize,
      ...(session === undefined ? {} : { session }),
    })
    this.#cursor = entries.at(-1)?.cursor ?? events.lastCursor
    return (hasMissed ? reset : '') + entries.filter(isWanted).map(frameOf).join('')
  }
}

function frameOf(entry: LoggedEvent): string {
  return `id: ${entry.cursor}\ndata: ${JSON.stringify(entry)}\n\n`
}
