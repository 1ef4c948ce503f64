import { decode } from '@ag-ui/proto'
import { expect, test } from 'vitest'
import { wantsBinary } from './encoding.ts'
import { encodingFor } from './encoding.lazy.ts'

const binary = 'application/vnd.ag-ui.event+proto'

test.each([
  [undefined, false],
  ['*/*', false],
  ['text/event-stream', false],
  ['text/event-stream, */*;q=0.1', false],
  [`${binary};q=0.5, text/event-stream`, false],
  [`text/event-stream, ${binary}`, false],
  [binary, true],
  [`${binary}, text/event-stream;q=0.9`, true],
  [`${binary};q=0`, false],
])('Accept %s requests the binary encoding: %s', (accept, expected) => {
  expect(wantsBinary(accept)).toBe(expected)
})

test('the binary encoding has one length-prefixed frame per event', async () => {
  const encoding = await encodingFor(binary, 'current')
  expect(encoding.contentType).toBe(binary)
  const bytes = encoding.encode([
    { type: 'RUN_STARTED', threadId: 't', runId: 'r' },
    { type: 'TEXT_MESSAGE_CONTENT', messageId: 'm', delta: 'hi' },
  ])
  if (typeof bytes === 'string') throw new Error('that is text')
  const first = new DataView(bytes.buffer).getUint32(0)
  expect(decode(bytes.slice(4, 4 + first))).toMatchObject({ type: 'RUN_STARTED', threadId: 't', runId: 'r' })
  expect(decode(bytes.slice(8 + first))).toMatchObject({ type: 'TEXT_MESSAGE_CONTENT', delta: 'hi' })
})

test('clients before 1.0 get text, because their binary form lacks some events', async () => {
  expect((await encodingFor(binary, 'legacy')).contentType).toBe('text/event-stream')
})
