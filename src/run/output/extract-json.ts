import { locateJsonError } from '../../core/json-lines/json-position.ts'

/** The JSON value of an answer, or why it has none. */
export type ExtractedJson = { ok: true; value: unknown } | { ok: false; problem: string }

const maxBytes = 5 * 1024 * 1024
/** The maximum number of candidates to parse. */
const maxTries = 100

/** Finds the JSON value in an answer: the whole text, a fenced block, or the longest object or array between other text. */
export function extractJson(text: string): ExtractedJson {
  if (Buffer.byteLength(text) > maxBytes) return { ok: false, problem: 'The answer is longer than 5 MiB' }
  const whole = text.replace(/^\uFEFF/, '').trim()
  if (whole === '') return { ok: false, problem: 'The answer is empty' }
  return parse(whole) ?? firstParsed(blockContents(whole)) ?? longestIn(whole)
}

/** Blocks marked as JSON come first. */
function blockContents(text: string): string[] {
  const blocks = fencedBlocks(text)
  const marked = blocks.filter(({ language }) => /^json/i.test(language))
  const others = blocks.filter(({ language }) => language === '')
  return [...marked, ...others].map(({ content }) => content.trim())
}

function longestIn(text: string): ExtractedJson {
  const { found, unfinished } = balanced(text)
  const longestFirst = found.toSorted((one, other) => other.length - one.length)
  return firstParsed(longestFirst) ?? { ok: false, problem: problemOf(longestFirst[0] ?? unfinished) }
}

function parse(text: string): { ok: true; value: unknown } | undefined {
  try {
    return { ok: true, value: JSON.parse(text) as unknown }
  } catch {
    return undefined
  }
}

function firstParsed(pieces: readonly string[]): { ok: true; value: unknown } | undefined {
  for (const piece of pieces.slice(0, maxTries)) {
    const parsed = parse(piece)
    if (parsed !== undefined) return parsed
  }
  return undefined
}

function problemOf(piece: string | undefined): string {
  if (piece === undefined) return 'The answer contains no JSON'
  const place = locateJsonError(piece)
  if (place === undefined || place.index >= piece.length) return 'The JSON in the answer is incomplete'
  const character = JSON.stringify(String.fromCodePoint(piece.codePointAt(place.index) ?? 0))
  return `The JSON in the answer is broken at line ${place.line}, column ${place.column}: ${character} is not allowed there`
}

/** The start of an object or array, in JSON or JavaScript syntax; brackets in prose rarely match. */
const beginning = /\{\s*(?=["'}]|\w+\s*:)|\[\s*(?=["'{[\]]|-?\d|(?:true|false|null)\b)/g
const step = /["{}[\]]/g
const stringStep = /["\\]/g

/** The outermost objects and arrays with balanced brackets, and an unclosed one at the end. */
function balanced(text: string): { found: string[]; unfinished?: string } {
  const found: string[] = []
  for (let at = 0; ;) {
    beginning.lastIndex = at
    const start = beginning.exec(text)?.index
    if (start === undefined) return { found }
    const end = endOf(text, start)
    if (end === undefined) return { found, unfinished: text.slice(start) }
    found.push(text.slice(start, end))
    at = end
  }
}

/** The end of the value that starts here: after its last bracket, or after a mismatched one. */
function endOf(text: string, start: number): number | undefined {
  const open: string[] = []
  step.lastIndex = start
  for (let match = step.exec(text); match !== null; match = step.exec(text)) {
    const [mark] = match
    if (mark === '"') {
      const end = endOfString(text, step.lastIndex)
      if (end === undefined) return undefined
      step.lastIndex = end
    } else if (mark === '{' || mark === '[') {
      open.push(mark === '{' ? '}' : ']')
    } else if (open.pop() !== mark || open.length === 0) {
      return step.lastIndex
    }
  }
  return undefined
}

function endOfString(text: string, start: number): number | undefined {
  stringStep.lastIndex = start
  for (let match = stringStep.exec(text); match !== null; match = stringStep.exec(text)) {
    if (match[0] === '"') return stringStep.lastIndex
    // An escaped character never ends the string.
    stringStep.lastIndex += 1
  }
  return undefined
}

/** A block of code in Markdown. */
interface FencedBlock {
  /** The info string after the fence; may be empty. */
  readonly language: string
  readonly content: string
}

/** The fenced blocks of a Markdown text. An unclosed block extends to the end of the text. */
function fencedBlocks(text: string): FencedBlock[] {
  const blocks: FencedBlock[] = []
  let open: { fence: string; language: string; lines: string[] } | undefined
  const close = (): void => {
    if (open !== undefined) blocks.push({ language: open.language, content: open.lines.join('\n') })
    open = undefined
  }
  for (const line of text.split(/\r?\n/)) {
    const [, fence = '', rest = ''] = /^[ \t]*(`{3,}|~{3,})(.*)$/.exec(line) ?? []
    if (open === undefined) {
      // Backticks after the fence make it inline code.
      if (fence === '' || rest.includes('`')) continue
      open = { fence, language: rest.trim().split(/\s/)[0] ?? '', lines: [] }
    } else if (fence.startsWith(open.fence) && rest.trim() === '') {
      close()
    } else {
      open.lines.push(line)
    }
  }
  close()
  return blocks
}
