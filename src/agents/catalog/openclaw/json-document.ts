/** Puts one JSON document together that is printed over several lines, with its brackets at the edge. */
export class JsonDocument {
  #lines: string[] = []

  /** Its first line has come, and not yet its last. */
  get isOpen(): boolean {
    return this.#lines.length > 0
  }

  /** Takes a line: it may be no part of the document, or the one that makes it whole. */
  add(line: string): 'other' | 'part' | 'whole' {
    const text = line.trimEnd()
    if (!this.isOpen && text !== '{') return 'other'
    this.#lines.push(text)
    return text === '}' ? 'whole' : 'part'
  }

  /** The whole document; as text when it is not JSON after all. */
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
