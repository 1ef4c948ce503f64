/** Code of a character, for comparisons without allocating strings. */
const code = {
  quote: 0x22,
  backslash: 0x5c,
  minus: 0x2d,
  plus: 0x2b,
  dot: 0x2e,
  zero: 0x30,
  nine: 0x39,
} as const

/**
 * Reads the tokens of strict JSON (RFC 8259) in one text.
 * Every method that answers `false` leaves `index` on the first character that cannot be JSON,
 * which is the length of the text when the text stops too early.
 */
export class JsonScanner {
  readonly text: string
  index = 0

  constructor(text: string) {
    this.text = text
  }

  /** The character code at the index; `NaN` at the end of the text. */
  peek(): number {
    return this.text.charCodeAt(this.index)
  }

  skipWhitespace(): void {
    while (isWhitespace(this.peek())) this.index++
  }

  /** Takes exactly this character code. */
  accept(expected: number): boolean {
    if (this.peek() !== expected) return false
    this.index++
    return true
  }

  /** A string, a number, `true`, `false` or `null`. */
  scalar(): boolean {
    switch (this.text.charAt(this.index)) {
      case '"':
        return this.string()
      case 't':
        return this.#word('true')
      case 'f':
        return this.#word('false')
      case 'n':
        return this.#word('null')
      default:
        return this.#number()
    }
  }

  string(): boolean {
    if (!this.accept(code.quote)) return false
    for (;;) {
      const next = this.peek()
      if (next === code.quote) {
        this.index++
        return true
      }
      if (next === code.backslash) {
        this.index++
        if (!this.#escape()) return false
      } else if (next >= 0x20) {
        this.index++
      } else {
        return false
      }
    }
  }

  #escape(): boolean {
    const next = this.text[this.index]
    if (next === undefined || !'"\\/bfnrtu'.includes(next)) return false
    this.index++
    if (next !== 'u') return true
    for (let digit = 0; digit < 4; digit++) {
      if (!isHexDigit(this.peek())) return false
      this.index++
    }
    return true
  }

  #number(): boolean {
    if (this.peek() === code.minus) this.index++
    if (this.peek() === code.zero) this.index++
    else if (!this.#digits()) return false
    if (this.peek() === code.dot) {
      this.index++
      if (!this.#digits()) return false
    }
    // `| 0x20` folds the capital letter into the small one.
    if ((this.peek() | 0x20) === 0x65) {
      this.index++
      if (this.peek() === code.plus || this.peek() === code.minus) this.index++
      return this.#digits()
    }
    return true
  }

  #digits(): boolean {
    const start = this.index
    while (this.peek() >= code.zero && this.peek() <= code.nine) this.index++
    return this.index > start
  }

  #word(word: string): boolean {
    for (let letter = 0; letter < word.length; letter++) {
      if (!this.accept(word.charCodeAt(letter))) return false
    }
    return true
  }
}

function isWhitespace(character: number): boolean {
  return character === 0x20 || character === 0x0a || character === 0x0d || character === 0x09
}

function isHexDigit(character: number): boolean {
  const folded = character | 0x20
  return (character >= code.zero && character <= code.nine) || (folded >= 0x61 && folded <= 0x66)
}
