import { type Channel, isTerminal, lineWidth, printLine } from './print.ts'
import { createStyle, type Style, wantsColour } from './style.ts'

/** Where a command prints: data on stdout, what is said about it on stderr. */
export interface Output {
  /** Whether the user asked for JSON. */
  readonly json: boolean
  readonly style: Style
  readonly errorStyle: Style
  /** How many columns a line on stdout may take. */
  readonly width: number
  /** Prints data: as JSON when that was asked for, as the text otherwise. */
  data(data: unknown, text: () => string): void
  /** Says something about the data. */
  note(data: unknown, text: () => string): void
}

export function createOutput({ json, plain }: { json: boolean; plain: boolean }): Output {
  const styleOf = (channel: Channel): Style =>
    createStyle(!plain && wantsColour(() => isTerminal(channel), process.env))
  return {
    json,
    get style() {
      return styleOf('stdout')
    },
    get errorStyle() {
      return styleOf('stderr')
    },
    get width() {
      return lineWidth('stdout')
    },
    data: (data, text) => printLine('stdout', json ? JSON.stringify(data) : text()),
    note: (data, text) => printLine('stderr', json ? JSON.stringify(data) : text()),
  }
}
