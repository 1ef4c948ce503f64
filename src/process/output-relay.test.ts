import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { OutputRelay } from './output-relay.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

describe('OutputRelay', () => {
  it('reads only as fast as its reader, and ends a silent source only after all its data was read', async () => {
    const source = new PassThrough({ highWaterMark: 1_000_000 })
    const relay = new OutputRelay(source)
    for (let count = 0; count < 4; count += 1) source.write(Buffer.alloc(50_000))
    relay.readable.read(0)
    await turn()
    expect(relay.readable.readableLength).toBe(100_000)

    relay.endWhenSilent(1000)
    vi.advanceTimersByTime(10_000)
    expect(source.destroyed).toBe(false)

    let length = 0
    relay.readable.on('data', (chunk: Buffer) => (length += chunk.length))
    await turn()
    vi.advanceTimersByTime(10_000)
    await once(relay.readable, 'end')
    expect({ length, destroyed: source.destroyed }).toEqual({ length: 200_000, destroyed: true })
  })

  it('keeps reading a source that is not silent', async () => {
    const source = new PassThrough()
    const relay = new OutputRelay(source)
    relay.readable.resume()
    relay.endWhenSilent(1000)
    for (let count = 0; count < 3; count += 1) {
      source.write('x')
      await turn()
      vi.advanceTimersByTime(1000)
      expect(source.destroyed).toBe(false)
    }
    vi.advanceTimersByTime(1000)
    expect(source.destroyed).toBe(true)
  })
})
