import type { Channel } from '../print.ts'

export interface ScreenOptions {
  write: (channel: Channel, text: string) => void
  /** Whether both channels end on the same terminal, where a line of one stands below a line of the other. */
  isShared: boolean
}

/** Two streams of text that never run into each other on a terminal, and never into a file of the other. */
export class Screen {
  readonly #options: ScreenOptions
  /** The channels whose last line has no end yet. */
  readonly #open = new Set<Channel>()

  constructor(options: ScreenOptions) {
    this.#options = options
  }

  /** Text that goes on where its channel stopped. */
  append(channel: Channel, text: string, paint: (text: string) => string = (plain) => plain): void {
    if (text === '') return
    if (this.#options.isShared) this.#endOther(channel)
    this.#options.write(channel, paint(text))
    if (text.endsWith('\n')) this.#open.delete(channel)
    else this.#open.add(channel)
  }

  /** Whole lines about the run. */
  lines(lines: readonly string[]): void {
    if (lines.length === 0) return
    this.endLine('stderr')
    if (this.#options.isShared) this.#endOther('stderr')
    this.#options.write('stderr', `${lines.join('\n')}\n`)
  }

  /** Ends the channel's last line, if it has begun one. */
  endLine(channel: Channel): void {
    if (this.#open.delete(channel)) this.#options.write(channel, '\n')
  }

  #endOther(channel: Channel): void {
    this.endLine(channel === 'stdout' ? 'stderr' : 'stdout')
  }
}
