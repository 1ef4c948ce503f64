import { TextRedactor } from './redact-text.ts'
import { TerminalCodeStripper } from './strip-terminal-codes.ts'

const limit = 16 * 1024

/** Keeps the last of what a process wrote to stderr, cleaned and without secrets: 16 × 1024 characters. */
export class StderrTail {
  readonly #secrets: Iterable<string>
  /** Made when something comes: most processes write nothing here. */
  #stripper: TerminalCodeStripper | undefined
  #redactor: TextRedactor | undefined
  #kept = ''
  #cut = false

  constructor(secrets: Iterable<string> = []) {
    this.#secrets = secrets
  }

  /** Takes a piece and gives it back cleaned; the beginning of a secret comes with the next piece. */
  add(piece: string): string {
    this.#stripper ??= new TerminalCodeStripper()
    this.#redactor ??= new TextRedactor(this.#secrets)
    const clean = this.#redactor.add(this.#stripper.strip(piece))
    this.#kept += clean
    if (this.#kept.length > limit) {
      // One more than is shown, to know whether the first line shown is whole.
      this.#kept = this.#kept.slice(-limit - 1)
      this.#cut = true
    }
    return clean
  }

  /** Starts with a whole line, unless one line alone is longer than what is kept. */
  read(): string {
    return this.#wholeLines() + this.rest()
  }

  /** What came last and was not given back, when no more comes. */
  rest(): string {
    return this.#redactor?.rest() ?? ''
  }

  #wholeLines(): string {
    if (!this.#cut) return this.#kept
    const lineEnd = this.#kept.indexOf('\n')
    if (lineEnd !== -1 && lineEnd < this.#kept.length - 1) return this.#kept.slice(lineEnd + 1)
    // Half of a character outside the basic plane is no character.
    return this.#kept.slice(1).replace(/^[\uDC00-\uDFFF]/, '')
  }
}
