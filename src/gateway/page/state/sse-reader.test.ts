import { describe, expect, it } from 'vitest'
import { SseReader } from './sse-reader.ts'

const stream = ': hello\n\nid: 7\ndata: {"a":1}\n\nevent: x\r\ndata: one\r\ndata: two\r\n\r\n'
const messages = [
  { id: '7', data: '{"a":1}' },
  { id: '7', data: 'one\ntwo' },
]

describe('SseReader', () => {
  it('gives the same messages wherever the stream is cut', () => {
    for (let cut = 0; cut <= stream.length; cut++) {
      const reader = new SseReader()
      expect([...reader.push(stream.slice(0, cut)), ...reader.push(stream.slice(cut))]).toEqual(messages)
    }
  })

  it('gives them when they come a character at a time', () => {
    const reader = new SseReader()
    expect(Array.from(stream, (character) => reader.push(character)).flat()).toEqual(messages)
  })

  it('keeps back what is not whole', () => {
    expect(new SseReader().push('data: half\n')).toEqual([])
  })
})
