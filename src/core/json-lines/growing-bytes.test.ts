import { expect, test } from 'vitest'
import { GrowingBytes } from './growing-bytes.ts'

test('returns all bytes and is empty afterwards', () => {
  const bytes = new GrowingBytes()
  bytes.append(Buffer.from('abc'))
  bytes.append(Buffer.from('d'.repeat(1000)))
  bytes.append(Buffer.alloc(0))
  bytes.append(Buffer.from('e'))
  expect(bytes.length).toBe(1004)
  expect(bytes.take().toString()).toBe(`abc${'d'.repeat(1000)}e`)
  expect(bytes.length).toBe(0)
  expect(bytes.take().length).toBe(0)
  bytes.append(Buffer.from('again'))
  expect(bytes.take().toString()).toBe('again')
})

test('copies chunks, so that the caller may reuse them', () => {
  const bytes = new GrowingBytes()
  const chunk = Buffer.from('first')
  bytes.append(chunk)
  chunk.write('spoil')
  bytes.append(chunk)
  expect(bytes.take().toString()).toBe('firstspoil')
})

test('doubles its capacity: a million single bytes need at most thirteen blocks', () => {
  const bytes = new GrowingBytes()
  const blocks = new Set<number>()
  for (let count = 0; count < 1_000_000; count++) {
    bytes.append(Uint8Array.of(count & 0xff))
    blocks.add(bytes.reservedBytes)
  }
  expect([...blocks]).toEqual([
    256, 512, 1024, 2048, 4096, 8192, 16_384, 32_768, 65_536, 131_072, 262_144, 524_288, 1_048_576,
  ])
})
