import { excerptOf } from '../text/excerpt.ts'
import { JsonLineError } from './json-line-error.ts'
import { locateJsonError } from './json-position.ts'
import { locateUtf8Error } from './utf8-position.ts'

/** Enough bytes for an excerpt, whatever the characters are. */
const excerptBytes = 480

/** Where a line begins. */
export interface LineStart {
  line: number
  offset: number
}

/** The error for a line that `JSON.parse` rejected. */
export function invalidLine(text: string, start: LineStart, cause: unknown): JsonLineError {
  const content = text.endsWith('\r') ? text.slice(0, -1) : text
  const place = locateJsonError(content)
  const where =
    place === undefined
      ? ''
      : place.index === content.length
        ? ': unexpected end of line'
        : ` at column ${place.column}`
  return new JsonLineError('JSON_LINE_INVALID', `Line ${start.line} is not JSON${where}`, {
    ...start,
    ...(place === undefined ? {} : { column: place.column }),
    excerpt: excerptOf(content, place?.index),
    hint: 'Write one complete JSON value per line.',
    cause,
  })
}

/** The error for a line with bytes that are not UTF-8. */
export function notUtf8Line(bytes: Buffer, start: LineStart): JsonLineError {
  const index = locateUtf8Error(bytes) ?? 0
  const before = bytes.toString('utf8', Math.max(0, index - excerptBytes), index)
  const after = bytes.toString('utf8', index, index + excerptBytes).replace(/\r?\n?$/, '')
  return new JsonLineError('JSON_LINE_NOT_UTF8', `Line ${start.line} is not UTF-8 at byte ${index + 1}`, {
    ...start,
    column: index + 1,
    excerpt: excerptOf(before + after, before.length),
    hint: 'Write the stream in UTF-8.',
  })
}

/** The error for a line over the limit; `beginning` is its first bytes. */
export function tooLongLine(beginning: Buffer, start: LineStart, maxLineBytes: number): JsonLineError {
  return new JsonLineError('JSON_LINE_TOO_LONG', `Line ${start.line} is longer than ${maxLineBytes} bytes`, {
    ...start,
    excerpt: excerptOf(`${beginning.toString('utf8')}…`),
    hint: 'Raise `maxLineBytes` if a line may be this long.',
  })
}
