const newline = 10

/** Longer lines are not read. */
const maxLine = 32 * 1024 * 1024

/**
 * Finds the lines of an event stream that hold a text, without decoding the others. Keeps references to the chunks
 * instead of copies; only a line that arrives in several chunks is joined.
 */
export class EventLines {
  readonly #needle: Buffer
  readonly #onLine: (line: Buffer) => void
  /** The beginning of a line whose end has not arrived. */
  #open: Buffer[] = []
  #openLength = 0
  /** The newest whole lines, for the end of the stream. */
  #newest: Buffer | undefined
  #before: Buffer | undefined

  constructor(needle: string, onLine: (line: Buffer) => void) {
    this.#needle = Buffer.from(needle)
    this.#onLine = onLine
  }

  push(chunk: Buffer): void {
    let rest = chunk
    if (this.#openLength > 0) {
      const end = chunk.indexOf(newline)
      if (end === -1) return this.#keep(chunk)
      const line = Buffer.concat([...this.#open, chunk.subarray(0, end + 1)])
      this.#open = []
      this.#openLength = 0
      this.#look(line)
      if (end + 1 === chunk.length) return undefined
      rest = chunk.subarray(end + 1)
    }
    const { length } = rest
    // Providers flush whole events.
    const end = rest[length - 1] === newline ? length : rest.lastIndexOf(newline) + 1
    if (end === 0) return this.#keep(rest)
    this.#look(end === length ? rest : rest.subarray(0, end))
    if (end < length) this.#keep(rest.subarray(end))
  }

  /** The data of the newest events, the newest first: at least the last two if they were flushed separately. */
  last(): string[] {
    const kept = [this.#before, this.#newest, ...this.#open].filter((block) => block !== undefined)
    const lines = Buffer.concat(kept).toString('utf8').split('\n')
    return lines.flatMap((line) => dataOf(line) ?? []).toReversed()
  }

  #keep(part: Buffer): void {
    if (this.#openLength + part.length > maxLine) this.#open = []
    this.#open.push(part)
    this.#openLength += part.length
  }

  #look(block: Buffer): void {
    // An empty line ends an event and holds nothing.
    if (block.length > 2) {
      this.#before = this.#newest
      this.#newest = block
    }
    let at = block.indexOf(this.#needle)
    while (at !== -1) {
      const end = block.indexOf(newline, at)
      if (isObject(block, at + this.#needle.length)) {
        this.#onLine(block.subarray(block.lastIndexOf(newline, at) + 1, end))
      }
      at = block.indexOf(this.#needle, end)
    }
  }
}

/** Whether the value after a field name is an object. Some providers send `null` with every event. */
function isObject(block: Buffer, afterName: number): boolean {
  let at = afterName
  while (block[at] === 0x20 || block[at] === 0x3a) at++
  return block[at] === 0x7b
}

/** The data of a line `data: …`. */
export function dataOf(line: string): string | undefined {
  if (!line.startsWith('data:')) return undefined
  return line.slice(5).trim()
}
