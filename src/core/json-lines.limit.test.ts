import { expect, test } from 'vitest'
import { JsonLinesDecoder } from './json-lines/json-lines.ts'

const never = (): never => expect.unreachable()

function decode(chunks: (string | Uint8Array)[], maxLineBytes: number): unknown[] {
  const seen: unknown[] = []
  const decoder = new JsonLinesDecoder({
    maxLineBytes,
    onValue: (value, line) => seen.push([line, value]),
    onBadLine: ({ code, message, line, column, offset, excerpt }) =>
      seen.push({ code, message, line, column, offset, excerpt }),
  })
  for (const chunk of chunks) decoder.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk)
  decoder.end()
  return seen
}

function bytesOf(text: string): Uint8Array[] {
  return Array.from(Buffer.from(text), (byte) => Uint8Array.of(byte))
}

const refused = {
  code: 'JSON_LINE_TOO_LONG',
  message: 'Line 2 is longer than 8 bytes',
  line: 2,
  column: undefined,
  offset: 2,
  excerpt: '"1234567…',
}

test('rejects a long line once, for any chunks', () => {
  const text = '1\n"123456789"\n"123456"\n'
  const expected = [[1, 1], refused, [3, '123456']]
  expect(decode([text], 8)).toEqual(expected)
  expect(decode(bytesOf(text), 8)).toEqual(expected)
  expect(decode(['1\n"123', '456789"', '\n"123456"\n'], 8)).toEqual(expected)
})

test('rejects a long line at the end of the stream', () => {
  expect(decode(['1\n"123456789"'], 8)).toEqual([[1, 1], refused])
})

test('counts the length of a line in bytes', () => {
  expect(decode(['"ééé"\n"éééé"\n'], 8)).toEqual([
    [1, 'ééé'],
    {
      code: 'JSON_LINE_TOO_LONG',
      message: 'Line 2 is longer than 8 bytes',
      line: 2,
      column: undefined,
      offset: 9,
      excerpt: '"ééé\ufffd…',
    },
  ])
})

test('holds at most the limit of a 100 MB line, and nothing after the rejection', () => {
  const seen: unknown[] = []
  const decoder = new JsonLinesDecoder({
    onValue: (value, line) => seen.push([line, value]),
    onBadLine: ({ code, line, offset }) => seen.push({ code, line, offset }),
  })
  const chunk = Buffer.alloc(64 * 1024, 'x')
  const held: number[] = []
  decoder.push(Buffer.from('1\n"'))
  for (let count = 0; count < 1600; count++) {
    decoder.push(chunk)
    held.push(decoder.pendingBytes)
  }
  expect(Math.max(...held)).toBe(33_488_897)
  expect(held.slice(511).every((bytes) => bytes === 0)).toBe(true)
  decoder.push(Buffer.from('"\n2\n'))
  decoder.end()
  expect(seen).toEqual([[1, 1], { code: 'JSON_LINE_TOO_LONG', line: 2, offset: 2 }, [3, 2]])
})

test('holds no memory for a line that never ends', () => {
  let errors = 0
  const decoder = new JsonLinesDecoder({
    maxLineBytes: 1000,
    onValue: never,
    onBadLine: () => errors++,
  })
  const chunk = Buffer.alloc(64 * 1024, '[')
  for (let count = 0; count < 10_000; count++) decoder.push(chunk)
  expect([errors, decoder.pendingBytes]).toEqual([1, 0])
})

test.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])('rejects %d as a limit', (maxLineBytes) => {
  const options = { onValue: never, onBadLine: never, maxLineBytes }
  expect(() => new JsonLinesDecoder(options)).toThrow(
    expect.objectContaining({ name: 'ValidationError', code: 'VALIDATION_ERROR' }),
  )
})
