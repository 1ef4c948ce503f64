import { relative, sep } from 'node:path'
import { directionMarks } from '../../../core/text/direction-marks.ts'
import type * as TerminalCodes from '../../../process/strip-terminal-codes.ts'

/** What takes terminal codes out; the command loads it from the room that knows how. */
export type CodeStripping = Pick<typeof TerminalCodes, 'stripTerminalCodes' | 'TerminalCodeStripper'>

/** Makes texts of an agent safe to print: none of them may control the terminal. */
export class AgentText {
  readonly #codes: CodeStripping
  readonly #cwd: string

  constructor(codes: CodeStripping, cwd: string) {
    this.#codes = codes
    this.#cwd = cwd
  }

  /** Text of several lines. */
  block(text: string): string {
    return this.#codes.stripTerminalCodes(text)
  }

  /** Text that comes in pieces. */
  stream(): { strip(piece: string): string } {
    return new this.#codes.TerminalCodeStripper()
  }

  /** Text on one line, read as it is run. */
  line(text: string): string {
    return this.block(text).replaceAll(directionMarks, '').replaceAll(/\s+/g, ' ').trim()
  }

  /** A path on one line, from the working folder where it is inside. */
  path(path: string): string {
    const inside = relative(this.#cwd, path)
    const isInside = path !== '' && inside !== '' && inside !== '..' && !inside.startsWith(`..${sep}`)
    return this.line(isInside ? inside : path)
  }
}
