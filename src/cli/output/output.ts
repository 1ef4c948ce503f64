import { type Channel, isTerminal, lineWidth, printLine } from './print.ts'
import { createStyle, type Style, usesColor } from './style.ts'

/** The output of a command: data on stdout, notes on stderr. */
export interface Output {
  /** Whether --json is set. */
  readonly json: boolean
  readonly style: Style
  readonly errorStyle: Style
  /** The width of a line on stdout. */
  readonly width: number
  /** Prints data to stdout, as JSON with --json, otherwise as text. */
  data(data: unknown, text: () => string): void
  /** Prints a note to stderr, as JSON with --json. */
  note(data: unknown, text: () => string): void
}

export function createOutput({ json, plain }: { json: boolean; plain: boolean }): Output {
  const styleOf = (channel: Channel): Style =>
    createStyle(!plain && usesColor(() => isTerminal(channel), process.env))
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
