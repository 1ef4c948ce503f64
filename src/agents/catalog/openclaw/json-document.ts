/** Collects a JSON document printed over several lines, with its outer brackets on their own lines. */
export class JsonDocument {
  #lines: string[] = []

  /** Whether the document has started but not ended. */
  get isOpen(): boolean {
    return this.#lines.length > 0
  }

  /** Adds a line; returns whether it is outside the document, part of it, or completes it. */
  add(line: string): 'other' | 'part' | 'whole' {
    const text = line.trimEnd()
    if (!this.isOpen && text !== '{') return 'other'
    this.#lines.push(text)
    return text === '}' ? 'whole' : 'part'
  }

  /** The whole document, as text if it is not valid JSON. */
  take(): unknown {
    const text = this.#lines.join('\n')
    this.#lines = []
    try {
      return JSON.parse(text) as unknown
    } catch {
      return text
    }
  }
}
