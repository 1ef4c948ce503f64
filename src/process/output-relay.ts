import type { Readable } from 'node:stream'
import { ignore } from '../core/ignore.ts'

/**
 * Relays the output of a child at the reader's pace. The pipe itself does not work: Node discards its content if the child
 * exits before the first read, and it stays open while any process holds its other end.
 */
export class OutputRelay {
  readonly readable: Readable
  readonly #source: Readable
  #chunks = 0

  constructor(source: Readable) {
    this.#source = source
    this.readable = relayed(source)
    this.readable.on('error', ignore)
    source.on('data', (chunk: Buffer) => {
      this.#chunks += 1
      if (!this.readable.push(chunk)) source.pause()
    })
    source.on('close', () => this.readable.push(null))
    source.on('error', ignore)
    source.pause()
  }

  /** Resolves when the output has ended and the reader has read it or has stopped. */
  async read(): Promise<void> {
    await closed(this.#source)
    // Without buffered data the reader need not read the end.
    if (this.readable.readableLength > 0) await closed(this.readable)
  }

  /** Ends the output after this many milliseconds without data, unless the reader is paused. */
  endWhenSilent(silence: number): void {
    const before = this.#chunks
    const check = (): void => {
      if (this.#source.destroyed) return
      if (this.#chunks === before && !this.#source.isPaused()) this.#source.destroy()
      else this.endWhenSilent(silence)
    }
    // unref: a stopped reader must not keep the process running.
    setTimeout(check, silence).unref()
  }
}

function relayed(source: Readable): Readable {
  const { Readable: Stream } = process.getBuiltinModule('node:stream')
  return new Stream({
    read: () => void source.resume(),
    /** Closes the pipe when the reader stops, so that the child notices. */
    destroy: (error, done) => {
      source.destroy()
      done(error)
    },
  })
}

/** Resolves when a stream is closed, with or without an error. */
export async function closed(stream: Readable): Promise<void> {
  if (!stream.closed) await new Promise((resolve) => stream.once('close', resolve))
}
