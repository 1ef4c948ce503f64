import { TextRedactor } from './redact-text.ts'
import { TerminalCodeStripper } from '../core/text/strip-terminal-codes.ts'

const limit = 16 * 1024

/** Keeps the last 16 × 1024 characters of stderr, without terminal codes and secrets. */
export class StderrTail {
  readonly #secrets: Iterable<string>
  /** Created on the first data: most processes write nothing to stderr. */
  #stripper: TerminalCodeStripper | undefined
  #redactor: TextRedactor | undefined
  #kept = ''
  #cut = false

  constructor(secrets: Iterable<string> = []) {
    this.#secrets = secrets
  }

  /** Adds a piece and returns it cleaned. An end that may be the beginning of a secret waits for the next piece. */
  add(piece: string): string {
    this.#stripper ??= new TerminalCodeStripper()
    this.#redactor ??= new TextRedactor(this.#secrets)
    const clean = this.#redactor.add(this.#stripper.strip(piece))
    this.#kept += clean
    if (this.#kept.length > limit) {
      // One character more than `read` returns, to know whether its first line is complete.
      this.#kept = this.#kept.slice(-limit - 1)
      this.#cut = true
    }
    return clean
  }

  /** Starts with a complete line, unless a single line exceeds the limit. */
  read(): string {
    return this.#wholeLines() + this.rest()
  }

  /** Returns the text that `add` held back, after the last piece. */
  rest(): string {
    return this.#redactor?.rest() ?? ''
  }

  #wholeLines(): string {
    if (!this.#cut) return this.#kept
    const lineEnd = this.#kept.indexOf('\n')
    if (lineEnd !== -1 && lineEnd < this.#kept.length - 1) return this.#kept.slice(lineEnd + 1)
    // Drop the second half of a split surrogate pair.
    return this.#kept.slice(1).replace(/^[\uDC00-\uDFFF]/, '')
  }
}
