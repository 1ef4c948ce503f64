import { JsonScanner } from './json-scanner.ts'

/** A place in a text: `index` is 0-based, `line` and `column` are 1-based; all count UTF-16 units. */
export interface JsonPosition {
  index: number
  line: number
  column: number
}

const comma = 0x2c
const colon = 0x3a
const openBracket = 0x5b
const closeBracket = 0x5d
const openBrace = 0x7b
const closeBrace = 0x7d

/**
 * The first character that keeps a text from being JSON, or `undefined` where `JSON.parse` would succeed.
 * A text that stops too early is wrong at its end. Depth costs memory, never stack.
 */
export function locateJsonError(text: string): JsonPosition | undefined {
  const scanner = new JsonScanner(text)
  if (scanDocument(scanner)) return undefined
  return positionAt(text, scanner.index)
}

function scanDocument(scanner: JsonScanner): boolean {
  /** The closing character of each container that is still open, outermost first. */
  const open: number[] = []
  do {
    if (!scanValueOrOpening(scanner, open) || !scanClosings(scanner, open)) return false
  } while (open.length > 0)
  return scanner.index === scanner.text.length
}

/** Descends through opening brackets until the index is after a scalar or an empty container. */
function scanValueOrOpening(scanner: JsonScanner, open: number[]): boolean {
  for (;;) {
    scanner.skipWhitespace()
    if (scanner.accept(openBracket)) {
      open.push(closeBracket)
      scanner.skipWhitespace()
      if (scanner.peek() === closeBracket) return true
    } else if (scanner.accept(openBrace)) {
      open.push(closeBrace)
      scanner.skipWhitespace()
      if (scanner.peek() === closeBrace) return true
      if (!scanKey(scanner)) return false
    } else {
      return scanner.scalar()
    }
  }
}

/** Closes containers until a comma follows or none is open. */
function scanClosings(scanner: JsonScanner, open: number[]): boolean {
  for (;;) {
    scanner.skipWhitespace()
    const closing = open.at(-1)
    if (closing === undefined) return true
    if (scanner.accept(comma)) {
      scanner.skipWhitespace()
      return closing === closeBracket || scanKey(scanner)
    }
    if (!scanner.accept(closing)) return false
    open.pop()
  }
}

function scanKey(scanner: JsonScanner): boolean {
  if (!scanner.string()) return false
  scanner.skipWhitespace()
  return scanner.accept(colon)
}

function positionAt(text: string, index: number): JsonPosition {
  let line = 1
  let lineStart = 0
  for (let feed = text.indexOf('\n'); feed !== -1 && feed < index; feed = text.indexOf('\n', lineStart)) {
    line++
    lineStart = feed + 1
  }
  return { index, line, column: index - lineStart + 1 }
}
