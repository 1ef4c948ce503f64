import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { JsonLinesDecoder } from './json-lines/json-lines.ts'

/** Writes its lines in pieces of 1, 2, 3, 5, 7, 11 and 13 bytes, each in a turn of its own. */
const writer = `
  const text = [
    '\\ufeff{"type":"start"}',
    '{"type":"text","text":"na\\u00efve \\u20ac \\u{1f600}"}\\r',
    '',
    'npm warn something on the wrong stream',
    JSON.stringify({ type: 'blob', data: 'x'.repeat(3000) }),
    '{"type":"broken"',
    '{"type":"end"}',
  ].join('\\n')
  const bytes = Buffer.from(text)
  const sizes = [1, 2, 3, 5, 7, 11, 13]
  let start = 0
  let turn = 0
  function write() {
    const end = start + sizes[turn++ % sizes.length]
    process.stdout.write(bytes.subarray(start, end))
    start = end
    if (start < bytes.length) setImmediate(write)
  }
  write()
`

test('reads the output of a real process through a pipe', async () => {
  const child = spawn(process.execPath, ['-e', writer], { stdio: ['ignore', 'pipe', 'inherit'] })
  const seen: unknown[] = []
  const decoder = new JsonLinesDecoder({
    onValue: (value, line) => seen.push([line, value]),
    onBadLine: ({ code, line, column, offset }) => seen.push({ code, line, column, offset }),
  })
  child.stdout.on('data', (chunk: Buffer) => decoder.push(chunk))
  const [status] = await once(child, 'close')
  decoder.end()
  expect(status).toBe(0)
  expect(seen).toEqual([
    [1, { type: 'start' }],
    [2, { type: 'text', text: 'naïve € 😀' }],
    { code: 'JSON_LINE_INVALID', line: 4, column: 2, offset: 63 },
    [5, { type: 'blob', data: 'x'.repeat(3000) }],
    { code: 'JSON_LINE_INVALID', line: 6, column: 17, offset: 3128 },
    [7, { type: 'end' }],
  ])
})
