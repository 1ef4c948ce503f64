import { describe, expect, test } from 'vitest'
import type { JsonLineError } from './json-line-error.ts'
import { JsonLinesDecoder } from './json-lines.ts'

const never = (): never => expect.unreachable()

type Seen = [line: number, value: unknown] | Record<string, unknown>

/** Everything a decoder says about these bytes, in order; errors without their name and hint. */
function decode(chunks: (string | Uint8Array)[]): Seen[] {
  const seen: Seen[] = []
  const decoder = new JsonLinesDecoder({
    onValue: (value, line) => seen.push([line, value]),
    onBadLine: (error) => seen.push(fields(error)),
  })
  for (const chunk of chunks) decoder.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk)
  decoder.end()
  return seen
}

function fields(error: JsonLineError): Record<string, unknown> {
  const { code, message, line, column, offset, excerpt } = error
  return { code, message, line, column, offset, excerpt }
}

function bytesOf(text: string): Uint8Array[] {
  return Array.from(Buffer.from(text), (byte) => Uint8Array.of(byte))
}

describe('values', () => {
  test('reads one value per line', () => {
    expect(decode(['{"a":1}\n[2]\n"three"\nnull\n-0.5e1\n'])).toEqual([
      [1, { a: 1 }],
      [2, [2]],
      [3, 'three'],
      [4, null],
      [5, -5],
    ])
  })

  test('joins characters that are split over chunks', () => {
    expect(decode(bytesOf('{"text":"é€😀"}\n"ü"\n'))).toEqual([
      [1, { text: 'é€😀' }],
      [2, 'ü'],
    ])
  })

  test('accepts CRLF, LF and a last line without either', () => {
    expect(decode(['1\r\n2\n3\r', '\n4'])).toEqual([
      [1, 1],
      [2, 2],
      [3, 3],
      [4, 4],
    ])
    expect(decode(['5\r'])).toEqual([[1, 5]])
  })

  test('skips blank lines but counts them', () => {
    expect(decode(['\n\r\n  \t\n1\n\n \r\n 2 \n   '])).toEqual([
      [4, 1],
      [7, 2],
    ])
    expect(decode([])).toEqual([])
    expect(decode([new Uint8Array()])).toEqual([])
  })

  test('skips a byte order mark at the very start only', () => {
    expect(decode(['\ufeff1\n2\n'])).toEqual([
      [1, 1],
      [2, 2],
    ])
    expect(decode(bytesOf('\ufeff\n\ufeff1\n'))).toEqual([
      {
        code: 'JSON_LINE_INVALID',
        message: 'Line 2 is not JSON at column 1',
        line: 2,
        column: 1,
        offset: 4,
        excerpt: '\\ufeff1',
      },
    ])
  })

  test('accepts plain byte arrays and views', () => {
    const whole = new TextEncoder().encode('xx{"a":1}\nxx')
    expect(decode([whole.subarray(2, 10)])).toEqual([[1, { a: 1 }]])
  })

  test('does not retain a chunk that its owner reuses', () => {
    const chunk = Buffer.from('{"n":')
    const seen: unknown[] = []
    const decoder = new JsonLinesDecoder({
      onValue: (value) => seen.push(value),
      onBadLine: never,
    })
    decoder.push(chunk)
    chunk.write('123}\n')
    decoder.push(chunk)
    expect(seen).toEqual([{ n: 123 }])
  })

  test('reads a line feed in a string only as an escape', () => {
    expect(decode(['"a\\nb\u2028c"\n'])).toEqual([[1, 'a\nb\u2028c']])
  })
})

describe('bad lines', () => {
  test('are reported with their position, and reading continues', () => {
    expect(decode(['1\nwarning: é\n{"a":1,}\r\n\n{"a":\r\n2\n'])).toEqual([
      [1, 1],
      {
        code: 'JSON_LINE_INVALID',
        message: 'Line 2 is not JSON at column 1',
        line: 2,
        column: 1,
        offset: 2,
        excerpt: 'warning: é',
      },
      {
        code: 'JSON_LINE_INVALID',
        message: 'Line 3 is not JSON at column 8',
        line: 3,
        column: 8,
        offset: 14,
        excerpt: '{"a":1,}',
      },
      {
        code: 'JSON_LINE_INVALID',
        message: 'Line 5 is not JSON: unexpected end of line',
        line: 5,
        column: 6,
        offset: 25,
        excerpt: '{"a":',
      },
      [6, 2],
    ])
  })

  test('have columns in UTF-16 units and offsets in bytes', () => {
    expect(decode(['"😀😀"\n["😀", x]\n'])).toEqual([
      [1, '😀😀'],
      {
        code: 'JSON_LINE_INVALID',
        message: 'Line 2 is not JSON at column 8',
        line: 2,
        column: 8,
        offset: 11,
        excerpt: '["😀", x]',
      },
    ])
  })

  test('show control characters as escapes', () => {
    expect(decode(['\u001b[31mred\u001b[0m\r\n'])).toEqual([
      {
        code: 'JSON_LINE_INVALID',
        message: 'Line 1 is not JSON at column 1',
        line: 1,
        column: 1,
        offset: 0,
        excerpt: '\\u001b[31mred\\u001b[0m',
      },
    ])
  })

  test('are found among valid lines if bytes are not UTF-8', () => {
    const bytes = Buffer.concat([
      Buffer.from('"é"\n"ab'),
      Buffer.from([0xc3]),
      Buffer.from('"\r\noops\n"ok"\n'),
    ])
    const expected = [
      [1, 'é'],
      {
        code: 'JSON_LINE_NOT_UTF8',
        message: 'Line 2 is not UTF-8 at byte 4',
        line: 2,
        column: 4,
        offset: 5,
        excerpt: '"ab\ufffd"',
      },
      {
        code: 'JSON_LINE_INVALID',
        message: 'Line 3 is not JSON at column 1',
        line: 3,
        column: 1,
        offset: 12,
        excerpt: 'oops',
      },
      [4, 'ok'],
    ]
    expect(decode([bytes])).toEqual(expected)
    expect(decode(Array.from(bytes, (byte) => Uint8Array.of(byte)))).toEqual(expected)
  })

  test('have a hint, the cause, and fields for a log', () => {
    const errors: JsonLineError[] = []
    const decoder = new JsonLinesDecoder({
      onValue: never,
      onBadLine: (error) => errors.push(error),
    })
    decoder.push(Buffer.from('[1 2]\n'))
    expect(errors[0]?.cause).toBeInstanceOf(SyntaxError)
    expect(errors.map((error) => error.toJSON())).toEqual([
      {
        name: 'JsonLineError',
        code: 'JSON_LINE_INVALID',
        message: 'Line 1 is not JSON at column 4',
        hint: 'Write one complete JSON value per line.',
        line: 1,
        column: 4,
        offset: 0,
        excerpt: '[1 2]',
      },
    ])
  })
})

describe('contract', () => {
  test('rejects data after the end and ignores a second end', () => {
    const seen: unknown[] = []
    const decoder = new JsonLinesDecoder({
      onValue: (value) => seen.push(value),
      onBadLine: never,
    })
    decoder.push(Buffer.from('1'))
    decoder.end()
    decoder.end()
    expect(() => decoder.push(Buffer.from('2'))).toThrow(
      expect.objectContaining({ code: 'JSON_LINES_CLOSED' }),
    )
    expect(seen).toEqual([1])
  })

  test('passes on an error of a callback from push and closes the decoder', () => {
    const seen: unknown[] = []
    const decoder = new JsonLinesDecoder({
      onValue: (value) => {
        seen.push(value)
        throw new Error('mine')
      },
      onBadLine: never,
    })
    expect(() => decoder.push(Buffer.from('1\n2\n3'))).toThrow('mine')
    expect(() => decoder.push(Buffer.from('4\n'))).toThrow(
      expect.objectContaining({ code: 'JSON_LINES_CLOSED' }),
    )
    decoder.end()
    expect(seen).toEqual([1])
  })

  test('pendingBytes counts the bytes of the unfinished line', () => {
    const decoder = new JsonLinesDecoder({ onValue: () => {}, onBadLine: never })
    const pending: number[] = []
    for (const chunk of ['\ufeff', '{"a', '":1}', '\n', '1\n2\n[', ']\n']) {
      decoder.push(Buffer.from(chunk))
      pending.push(decoder.pendingBytes)
    }
    expect(pending).toEqual([0, 3, 7, 0, 1, 0])
  })
})
