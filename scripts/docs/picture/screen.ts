/** A piece of text in one style, as the codes of a terminal set it. */
export interface Cell {
  text: string
  style: string
}

/** The lines of a terminal, each a list of cells of one character. */
export type Screen = readonly (readonly Cell[])[]

/** Control sequences and single characters. */
const parts = new RegExp(String.raw`${'\u001B'}(?:\[[?>]?[\d;]*[A-Za-z]|[=>78])|[\s\S]`, 'gu')

/** A terminal that understands what the command line prints: text, line breaks, styles, erasing and moving up. */
export class Terminal {
  #lines: Cell[][] = [[]]
  #row = 0
  #column = 0
  #style = new Set<string>()
  readonly #columns: number

  constructor(columns: number) {
    this.#columns = columns
  }

  get screen(): Screen {
    return this.#lines.map((line) => [...line])
  }

  write(data: string): void {
    for (const [part] of data.matchAll(parts)) {
      if (part.startsWith('\u001B[')) this.#control(part)
      else if (part === '\n') this.#moveTo(this.#row + 1, 0)
      else if (part === '\r') this.#column = 0
      else if (part >= ' ') this.#put(part)
    }
  }

  #put(text: string): void {
    if (this.#column >= this.#columns) this.#moveTo(this.#row + 1, 0)
    const line = this.#lines[this.#row] ?? []
    while (line.length < this.#column) line.push({ text: ' ', style: '' })
    line[this.#column++] = { text, style: [...this.#style].toSorted().join(' ') }
  }

  #moveTo(row: number, column: number): void {
    this.#row = Math.max(0, row)
    this.#column = column
    while (this.#lines.length <= this.#row) this.#lines.push([])
  }

  #control(code: string): void {
    const [count = 0] = code.slice(2, -1).split(';').map(Number)
    const kind = code.at(-1)
    if (kind === 'm') this.#setStyle(code.slice(2, -1).split(';').map(Number))
    else if (kind === 'A') this.#moveTo(this.#row - (count || 1), this.#column)
    else if (kind === 'G') this.#column = (count || 1) - 1
    else if (kind === 'K') this.#lines[this.#row]?.splice(count === 0 ? this.#column : 0)
    else if (kind === 'J') {
      this.#lines[this.#row]?.splice(this.#column)
      this.#lines.splice(this.#row + 1)
    }
  }

  #setStyle(codes: readonly number[]): void {
    for (const code of codes) {
      if (code === 0) this.#style.clear()
      else if (code === 22) for (const name of ['bold', 'dim']) this.#style.delete(name)
      else if (code === 39) for (const name of Object.values(colors)) this.#style.delete(name)
      else {
        const name = { 1: 'bold', 2: 'dim' }[code] ?? colors[code]
        if (name !== undefined) this.#style.add(name)
      }
    }
  }
}

const colors: Readonly<Record<number, string>> = {
  31: 'red',
  32: 'green',
  33: 'yellow',
  34: 'blue',
  35: 'magenta',
  36: 'cyan',
  90: 'dim',
}
