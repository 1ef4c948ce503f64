import { expect, it } from 'vitest'
import { EventStreamDecoder } from './event-stream.ts'

const stream = Buffer.from(
  '\uFEFF: hello\n\nid: 7\ndata: {"a":"ü"}\n\nevent: x\r\ndata: one\r\ndata:two\r\n\r\rdata\r\rdata: three\n\ndata: half\n',
)
const messages = ['{"a":"ü"}', 'one\ntwo', '', 'three']

function read(chunks: readonly Buffer[]): string[] {
  const found: string[] = []
  const decoder = new EventStreamDecoder((data) => found.push(data))
  for (const chunk of chunks) decoder.push(chunk)
  return found
}

it('reads the same messages wherever the stream is cut', () => {
  for (let cut = 0; cut <= stream.length; cut++)
    expect(read([stream.subarray(0, cut), stream.subarray(cut)])).toEqual(messages)
})

it('reads messages that arrive a byte at a time', () => {
  expect(read(Array.from(stream, (byte) => Buffer.from([byte])))).toEqual(messages)
})

it('rejects a message of more than 64 MB, on one line or on many', () => {
  const megabyte = Buffer.alloc(1024 * 1024, 'x')
  const line = [Buffer.from('data: '), ...Array.from({ length: 65 }, () => megabyte)]
  expect(() => read(line)).toThrow('A message has more than 67108864 characters')
  const lines = Array.from({ length: 65 }, () => [Buffer.from('data: '), megabyte, Buffer.from('\n')]).flat()
  expect(() => read(lines)).toThrow('A message has more than 67108864 characters')
})
