import { isUtf8 } from 'node:buffer'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { JsonLinesDecoder } from './json-lines.ts'

interface Decoded {
  line: number
  value?: unknown
  code?: string
  offset?: number
  column?: number | undefined
  excerpt?: string
}

function decode(chunks: Uint8Array[], maxLineBytes: number): Decoded[] {
  const decoded: Decoded[] = []
  const decoder = new JsonLinesDecoder({
    maxLineBytes,
    onValue: (value, line) => decoded.push({ line, value }),
    onBadLine: ({ line, code, offset, column, excerpt }) =>
      decoded.push({ line, code, offset, column, excerpt }),
  })
  for (const chunk of chunks) {
    decoder.push(chunk)
    expect(decoder.pendingBytes).toBeLessThanOrEqual(Math.max(2, maxLineBytes))
  }
  decoder.end()
  return decoded
}

/** Cuts at the given places, taken round the length; equal places give empty chunks. */
function chunksOf(bytes: Uint8Array, places: number[]): Uint8Array[] {
  const cuts = places.map((place) => place % (bytes.length + 1)).toSorted((a, b) => a - b)
  return [0, ...cuts].map((start, index) => bytes.subarray(start, cuts[index]))
}

const places = fc.oneof(
  fc.array(fc.nat(), { maxLength: 20 }),
  // Cuts after each byte of a short stream.
  fc.constant(Array.from({ length: 300 }, (_, place) => place)),
)

test('restores any values from any chunks, with LF or CRLF', () => {
  const unit = fc.constantFrom('grapheme', 'binary')
  const values = unit.chain((stringUnit) => fc.array(fc.jsonValue({ stringUnit }), { maxLength: 8 }))
  const ending = fc.constantFrom('\n', '\r\n', '\n\n', ' \r\n\t\n')
  fc.assert(
    fc.property(values, ending, fc.boolean(), places, (items, end, mark, cuts) => {
      const lines = items.map((item) => JSON.stringify(item))
      const bytes = Buffer.from((mark ? '\ufeff' : '') + lines.join(end))
      const decoded = decode(chunksOf(bytes, cuts), 1_000_000)
      expect(decoded.map(({ value }) => value)).toEqual(lines.map((line) => JSON.parse(line)))
      expect(decoded.every(({ code }) => code === undefined)).toBe(true)
    }),
    { numRuns: 1000 },
  )
})

const lineBytes = fc.oneof(
  fc.jsonValue().map((value) => Buffer.from(JSON.stringify(value))),
  fc.string({ unit: 'binary' }).map((text) => Buffer.from(text)),
  fc.uint8Array({ maxLength: 12 }).map((bytes) => Buffer.from(bytes)),
  fc
    .constantFrom('', ' \t\r', '{"a":1', '[1,]', 'nul', '\ufeff', '\r', '"\u001b"')
    .map((text) => Buffer.from(text)),
)

/** The same rules without chunks, line by line, as slow as may be. */
function expected(bytes: Buffer, maxLineBytes: number): Decoded[] {
  const decoded: Decoded[] = []
  const mark = bytes.subarray(0, 3).equals(Buffer.from('\ufeff')) ? 3 : 0
  const latin1 = bytes.subarray(mark).toString('latin1')
  let offset = mark
  for (const [index, text] of latin1.split('\n').entries()) {
    const line = index + 1
    const content = Buffer.from(text, 'latin1')
    if (content.length > maxLineBytes) decoded.push({ line, code: 'JSON_LINE_TOO_LONG', offset })
    else if (!isUtf8(content)) decoded.push({ line, code: 'JSON_LINE_NOT_UTF8', offset })
    else if (content.toString().replaceAll(/[ \t\r]/g, '') !== '') {
      try {
        decoded.push({ line, value: JSON.parse(content.toString()) })
      } catch {
        decoded.push({ line, code: 'JSON_LINE_INVALID', offset })
      }
    }
    offset += content.length + 1
  }
  return decoded
}

test('decodes any bytes the same in any chunks, with the same positions', () => {
  const stream = fc
    .array(lineBytes, { maxLength: 8 })
    .map((lines) => Buffer.from(lines.map((line) => line.toString('latin1')).join('\n'), 'latin1'))
  fc.assert(
    fc.property(stream, places, fc.integer({ min: 1, max: 40 }), (bytes, cuts, maxLineBytes) => {
      const whole = decode([bytes], maxLineBytes)
      expect(decode(chunksOf(bytes, cuts), maxLineBytes)).toEqual(whole)
      expect(whole.map(({ column: _column, excerpt: _excerpt, ...rest }) => rest)).toEqual(
        expected(bytes, maxLineBytes),
      )
    }),
    { numRuns: 1500 },
  )
})
