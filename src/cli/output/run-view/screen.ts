import type { Channel } from '../print.ts'

export interface ScreenOptions {
  write: (channel: Channel, text: string) => void
  /** Whether both channels are the same terminal. */
  isShared: boolean
}

/** Writes stdout and stderr so that their lines do not mix on a shared terminal. */
export class Screen {
  readonly #options: ScreenOptions
  /** The channels whose last line is not finished. */
  readonly #open = new Set<Channel>()

  constructor(options: ScreenOptions) {
    this.#options = options
  }

  /** Appends text to the channel. */
  append(channel: Channel, text: string, paint: (text: string) => string = (plain) => plain): void {
    if (text === '') return
    if (this.#options.isShared) this.#endOther(channel)
    this.#options.write(channel, paint(text))
    if (text.endsWith('\n')) this.#open.delete(channel)
    else this.#open.add(channel)
  }

  /** Writes whole lines to stderr. */
  lines(lines: readonly string[]): void {
    if (lines.length === 0) return
    this.endLine('stderr')
    if (this.#options.isShared) this.#endOther('stderr')
    this.#options.write('stderr', `${lines.join('\n')}\n`)
  }

  /** Ends the unfinished line of a channel. */
  endLine(channel: Channel): void {
    if (this.#open.delete(channel)) this.#options.write(channel, '\n')
  }

  #endOther(channel: Channel): void {
    this.endLine(channel === 'stdout' ? 'stderr' : 'stdout')
  }
}
