import { afterCodes, plainStyle, type TextStyle } from './text-style.ts'

/** Text of a terminal in one style. */
export interface TerminalSpan {
  readonly text: string
  readonly style: TextStyle
}

/** Longer output keeps its end: a page with a megabyte of text is slow. */
const mostCharacters = 100_000
/** Above this many, the rest is one span in the plain style. */
const mostSpans = 4000

const escape = String.fromCodePoint(0x1b)
const bell = String.fromCodePoint(0x07)
const backspace = String.fromCodePoint(0x08)
const piece = new RegExp(
  [
    // Colors, with their codes.
    String.raw`${escape}\[(?<codes>[0-9;:]*)m`,
    // Cursor moves, titles, links and other sequences.
    String.raw`${escape}(?:\[[0-?]*[ -/]*[@-~]?|[\]PX^_][^${bell}${escape}\n]*(?:${bell}|${escape}\\)?|[ -/]*[0-~]?)`,
    String.raw`(?<end>\r*\n)`,
    String.raw`(?<back>[\r${backspace}])`,
    String.raw`(?<text>(?:[\t]|\P{Cc})+)`,
  ].join('|'),
  'gu',
)

/** Whether a text has codes or characters that a terminal would act on. */
export function hasTerminalCodes(text: string): boolean {
  return text.includes(escape) || text.includes('\r') || text.includes(backspace)
}

/**
 * The output of a terminal as styled text. Colors are read, a carriage return replaces its line, and all other codes and
 * control characters are left out.
 */
export function readTerminal(output: string): { spans: readonly TerminalSpan[]; isCut: boolean } {
  const isCut = output.length > mostCharacters
  const done: TerminalSpan[] = []
  let line: TerminalSpan[] = []
  let style = plainStyle
  let isReturned = false
  for (const { groups = {} } of (isCut ? output.slice(-mostCharacters) : output).matchAll(piece)) {
    const { codes, end, back, text } = groups
    if (codes !== undefined) style = afterCodes(style, codes)
    else if (end !== undefined) {
      append(line, { text: '\n', style: plainStyle })
      for (const span of line) append(done, span)
      line = []
      isReturned = false
    } else if (back === '\r') isReturned = true
    else if (back !== undefined) shorten(line)
    else if (text !== undefined) {
      // Text after a carriage return replaces the line, as in a progress bar.
      if (isReturned) line = []
      isReturned = false
      append(line, { text, style: done.length < mostSpans ? style : plainStyle })
    }
  }
  for (const span of line) append(done, span)
  return { spans: done, isCut }
}

function append(spans: TerminalSpan[], span: TerminalSpan): void {
  const last = spans.at(-1)
  if (last !== undefined && isSame(last.style, span.style))
    spans.splice(-1, 1, { text: last.text + span.text, style: last.style })
  else spans.push(span)
}

function shorten(line: TerminalSpan[]): void {
  const last = line.pop()
  if (last !== undefined && last.text.length > 1) line.push({ ...last, text: last.text.slice(0, -1) })
}

function isSame(one: TextStyle, other: TextStyle): boolean {
  return (
    one === other ||
    (one.color === other.color && one.back === other.back && one.marks.join() === other.marks.join())
  )
}
