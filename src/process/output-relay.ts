import { Readable } from 'node:stream'
import { ignore } from '../core/ignore.ts'

/**
 * Hands on what a child writes, at the reader's pace. The pipe itself would not do: Node empties it into nothing when the
 * child exits before anybody reads, and it stays open as long as any process holds its other end.
 */
export class OutputRelay {
  readonly readable: Readable
  readonly #source: Readable
  #chunks = 0

  constructor(source: Readable) {
    this.#source = source
    this.readable = new RelayedOutput(source)
    this.readable.on('error', ignore)
    source.on('data', (chunk: Buffer) => {
      this.#chunks += 1
      if (!this.readable.push(chunk)) source.pause()
    })
    source.on('close', () => this.readable.push(null))
    source.on('error', ignore)
    source.pause()
  }

  /** Resolves when the output is at its end and the reader has it all, or has gone away. */
  async read(): Promise<void> {
    await closed(this.#source)
    // Nobody needs to ask for an end that comes after nothing.
    if (this.readable.readableLength > 0) await closed(this.readable)
  }

  /** Ends the output once nothing has come for so many milliseconds although the reader would take it. */
  endWhenSilent(silence: number): void {
    const before = this.#chunks
    const check = (): void => {
      if (this.#source.destroyed) return
      if (this.#chunks === before && !this.#source.isPaused()) this.#source.destroy()
      else this.endWhenSilent(silence)
    }
    // Not a reason to stay: a reader may have stopped for good.
    setTimeout(check, silence).unref()
  }
}

class RelayedOutput extends Readable {
  readonly #source: Readable

  constructor(source: Readable) {
    super()
    this.#source = source
  }

  override _read(): void {
    this.#source.resume()
  }

  /** A reader that goes away closes the pipe, so that the child learns of it. */
  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#source.destroy()
    done(error)
  }
}

/** Resolves when a stream is closed, well or badly. */
export async function closed(stream: Readable): Promise<void> {
  if (!stream.closed) await new Promise((resolve) => stream.once('close', resolve))
}
