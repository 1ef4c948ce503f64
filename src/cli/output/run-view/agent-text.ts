import { relative, sep } from 'node:path'
import { directionMarks } from '../../../core/text/direction-marks.ts'
import type * as TerminalCodes from '../../../core/text/strip-terminal-codes.ts'

/** The functions that strip terminal codes; the command passes them in, so that this module does not load them. */
export type CodeStripping = Pick<typeof TerminalCodes, 'stripTerminalCodes' | 'TerminalCodeStripper'>

/** Makes text of an agent safe to print, so that it cannot control the terminal. */
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

  /** Streamed text. */
  stream(): { strip(piece: string): string } {
    return new this.#codes.TerminalCodeStripper()
  }

  /** Text on one line, without marks that change the reading direction. */
  line(text: string): string {
    return this.block(text).replaceAll(directionMarks, '').replaceAll(/\s+/g, ' ').trim()
  }

  /** A path on one line, relative to the working folder if it is inside. */
  path(path: string): string {
    const inside = relative(this.#cwd, path)
    const isInside = path !== '' && inside !== '' && inside !== '..' && !inside.startsWith(`..${sep}`)
    return this.line(isInside ? inside : path)
  }
}
