/** One message of an event stream. */
export interface SseMessage {
  readonly id?: string
  readonly data: string
}

/** Puts the pieces of an event stream together, wherever the network has cut them. */
export class SseReader {
  #rest = ''
  #id: string | undefined
  #lines: string[] = []

  /** Takes a piece; gives the messages that are whole now. */
  push(piece: string): SseMessage[] {
    const text = this.#rest + piece
    // A carriage return at the end may be the first half of a line's end.
    const end = text.endsWith('\r') ? text.length - 1 : text.length
    const lines = text.slice(0, end).split(/\r\n|\n|\r/)
    this.#rest = (lines.pop() ?? '') + text.slice(end)
    return lines.flatMap((line) => this.#take(line))
  }

  #take(line: string): SseMessage[] {
    if (line === '') return this.#finish()
    const colon = line.indexOf(':')
    const field = colon === -1 ? line : line.slice(0, colon)
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '')
    if (field === 'data') this.#lines.push(value)
    if (field === 'id') this.#id = value
    return []
  }

  #finish(): SseMessage[] {
    const lines = this.#lines
    this.#lines = []
    if (lines.length === 0) return []
    return [{ data: lines.join('\n'), ...(this.#id === undefined ? {} : { id: this.#id }) }]
  }
}
