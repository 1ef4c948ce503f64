/** Replaces a secret. */
const placeholder = '[redacted]'
/** Shorter values also occur in ordinary text. */
const shortestSecret = 8
/** Marks the cut end of an excerpt. */
const ellipsis = '…'

/** Redacts secrets in streamed text, including secrets split between two pieces. */
export class TextRedactor {
  readonly #secrets: readonly string[]
  /** The end of the text so far, if it is the beginning of a secret. */
  #held = ''

  constructor(secrets: Iterable<string>) {
    // A secret of several lines may be printed line by line. Longest first: a secret may contain another.
    const lines = Array.from(secrets).flatMap((secret) => [secret, ...secret.split('\n')])
    this.#secrets = Array.from(new Set(lines.map((line) => line.trim())))
      .filter((secret) => secret.length >= shortestSecret)
      .toSorted((left, right) => right.length - left.length)
  }

  /** Redacts a complete text. An ellipsis at its beginning or end may have cut a secret. */
  redact(text: string): string {
    const clean = this.#secrets.reduce((left, secret) => left.replaceAll(secret, placeholder), text)
    return clean.startsWith(ellipsis) || clean.endsWith(ellipsis) ? this.#redactEdges(clean) : clean
  }

  #redactEdges(text: string): string {
    const [head, tail] = [text.startsWith(ellipsis) ? ellipsis : '', text.endsWith(ellipsis) ? ellipsis : '']
    const inner = text.slice(head.length, text.length - tail.length)
    const [first, last] = [this.#cut(head, inner, endAtBeginning), this.#cut(tail, inner, beginningAtEnd)]
    const middle = inner.slice(first, inner.length - last)
    return head + (first > 0 ? placeholder : '') + middle + (last > 0 ? placeholder : '') + tail
  }

  /** How many characters beside an ellipsis are most of a secret. */
  #cut(mark: string, text: string, common: (text: string, secret: string) => number): number {
    if (mark === '') return 0
    const length = Math.max(0, ...this.#secrets.map((secret) => common(text, secret)))
    return length < shortestSecret ? 0 : length
  }

  /** Redacts the next piece and holds back its end if it may be the beginning of a secret. */
  add(piece: string): string {
    if (this.#secrets.length === 0) return piece
    const text = this.redact(this.#held + piece)
    const length = Math.max(0, ...this.#secrets.map((secret) => beginningAtEnd(text, secret)))
    this.#held = text.slice(text.length - length)
    return text.slice(0, text.length - length)
  }

  /** The text held back, redacted if it is most of a secret. */
  rest(): string {
    return this.#held.length < shortestSecret ? this.#held : placeholder
  }
}

/** The length of the longest end of a text with which a secret begins. */
function beginningAtEnd(text: string, secret: string): number {
  for (let length = Math.min(text.length, secret.length - 1); length > 0; length -= 1)
    if (text.endsWith(secret.slice(0, length))) return length
  return 0
}

/** The length of the longest beginning of a text with which a secret ends. */
function endAtBeginning(text: string, secret: string): number {
  for (let length = Math.min(text.length, secret.length - 1); length > 0; length -= 1)
    if (text.startsWith(secret.slice(-length))) return length
  return 0
}
