/** What stands in the place of a secret. */
const placeholder = '[redacted]'
/** What is shorter stands in ordinary text too. */
const shortestSecret = 8

/** Takes secrets out of text that arrives in pieces: one that is cut between two pieces is found as well. */
export class TextRedactor {
  readonly #secrets: readonly string[]
  /** The end of what came so far, where it is the beginning of a secret. */
  #held = ''

  constructor(secrets: Iterable<string>) {
    // A secret of several lines is also printed line by line. The longest first: one may hold another.
    const lines = Array.from(secrets).flatMap((secret) => [secret, ...secret.split('\n')])
    this.#secrets = Array.from(new Set(lines.map((line) => line.trim())))
      .filter((secret) => secret.length >= shortestSecret)
      .toSorted((left, right) => right.length - left.length)
  }

  /** Text that is whole. */
  redact(text: string): string {
    return this.#secrets.reduce((clean, secret) => clean.replaceAll(secret, placeholder), text)
  }

  /** The next piece, without its end where that may be the beginning of a secret. */
  add(piece: string): string {
    if (this.#secrets.length === 0) return piece
    const text = this.redact(this.#held + piece)
    const length = Math.max(0, ...this.#secrets.map((secret) => beginningAtEnd(text, secret)))
    this.#held = text.slice(text.length - length)
    return text.slice(0, text.length - length)
  }

  /** What is held back, when no more comes soon: most of a secret is taken for it. */
  rest(): string {
    return this.#held.length < shortestSecret ? this.#held : placeholder
  }
}

/** How many of the last characters of a text are the first of a secret. */
function beginningAtEnd(text: string, secret: string): number {
  for (let length = Math.min(text.length, secret.length - 1); length > 0; length -= 1)
    if (text.endsWith(secret.slice(0, length))) return length
  return 0
}
