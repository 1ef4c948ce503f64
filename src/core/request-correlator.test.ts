import { describe, expect, test, vi } from 'vitest'
import { RequestCorrelator } from './request-correlator.ts'

const gone = new Error('gone')

describe('settling', () => {
  test('matches responses to requests in any order', async () => {
    const requests = new RequestCorrelator<number, string, string>()
    const [first, second] = [requests.add(1, { request: 'a' }), requests.add(2, { request: 'b' })]
    expect([requests.get(1), requests.get(2), requests.get(3), requests.size]).toEqual([
      'a',
      'b',
      undefined,
      2,
    ])
    expect([requests.resolve(2, 'two'), requests.resolve(1, 'one')]).toEqual([true, true])
    expect(await Promise.all([first, second])).toEqual(['one', 'two'])
    expect(requests.size).toBe(0)
  })

  test('fails one request and leaves the others open', async () => {
    const requests = new RequestCorrelator<string, undefined, number>()
    const [bad, good] = [
      requests.add('bad', { request: undefined }),
      requests.add('good', { request: undefined }),
    ]
    expect(requests.reject('bad', gone)).toBe(true)
    await expect(bad).rejects.toBe(gone)
    requests.resolve('good', 1)
    expect(await good).toBe(1)
  })

  test('finds the oldest request that matches', () => {
    const requests = new RequestCorrelator<number, string, void>()
    for (const [id, type] of ['read', 'write', 'write'].entries()) void requests.add(id, { request: type })
    expect(requests.find((type) => type === 'write')).toBe(1)
    requests.resolve(1)
    expect([requests.find((type) => type === 'write'), requests.find((type) => type === 'list')]).toEqual([
      2,
      undefined,
    ])
  })

  test('reports unknown ids and repeated responses', async () => {
    const requests = new RequestCorrelator<number, string, string>()
    const response = requests.add(1, { request: 'a' })
    expect(requests.resolve(7, 'stray')).toBe(false)
    expect(requests.resolve(1, 'one')).toBe(true)
    expect([requests.resolve(1, 'two'), requests.reject(1, gone)]).toEqual([false, false])
    expect([await response, requests.isIdle]).toEqual(['one', true])
  })

  test('refuses a second request with the id of an open one', async () => {
    const requests = new RequestCorrelator<number, string, string>()
    const response = requests.add(1, { request: 'a' })
    expect(() => requests.add(1, { request: 'b' })).toThrow('A request with the id 1 is open')
    requests.resolve(1, 'one')
    expect(await response).toBe('one')
    const reused = requests.add(1, { request: 'b' })
    requests.resolve(1, 'again')
    expect(await reused).toBe('again')
  })
})

describe('interrupting', () => {
  test('reports an abort once and keeps the request open', async () => {
    const requests = new RequestCorrelator<number, string, string>()
    const controller = new AbortController()
    const causes: string[] = []
    const response = requests.add(1, {
      request: 'a',
      signal: controller.signal,
      onInterrupt: (cause) => causes.push(cause),
    })
    controller.abort()
    expect([causes, requests.size]).toEqual([['aborted'], 1])
    requests.resolve(1, 'canceled by the server')
    expect(await response).toBe('canceled by the server')
  })

  test('rejects a request with an aborted signal without registering it', async () => {
    const requests = new RequestCorrelator<number, string, string>()
    await expect(requests.add(1, { request: 'a', signal: AbortSignal.abort(gone) })).rejects.toBe(gone)
    expect(requests.size).toBe(0)
  })

  test('stops the timer and the listener of a settled request', () => {
    vi.useFakeTimers()
    try {
      const requests = new RequestCorrelator<number, string, string>()
      const controller = new AbortController()
      const onInterrupt = vi.fn<() => void>()
      void requests.add(1, { request: 'a', signal: controller.signal, timeoutMs: 50, onInterrupt })
      expect([requests.hasTimeout, vi.getTimerCount()]).toEqual([true, 1])
      requests.resolve(1, 'one')
      controller.abort()
      expect([requests.hasTimeout, vi.getTimerCount(), onInterrupt.mock.calls]).toEqual([false, 0, []])
    } finally {
      vi.useRealTimers()
    }
  })

  test('recognizes the late response of an abandoned request once', async () => {
    const requests = new RequestCorrelator<number, string, string>()
    const response = requests.add(1, {
      request: 'a',
      timeoutMs: 1,
      onInterrupt: (cause) => requests.abandon(1, new Error(cause)),
    })
    await expect(response).rejects.toThrow('timeout')
    expect([requests.resolve(1, 'late'), requests.size, requests.isIdle]).toEqual([false, 0, false])
    expect([requests.isLate(1), requests.isLate(1), requests.isLate(2)]).toEqual([true, false, false])
    expect([requests.isIdle, requests.abandon(2, gone)]).toEqual([true, false])
    expect(requests.isLate(2)).toBe(false)
  })

  test('uses the timers of its owner', () => {
    const log: (string | number)[] = []
    const requests = new RequestCorrelator<number, string, string>((milliseconds) => {
      log.push(milliseconds)
      return () => log.push('stopped')
    })
    void requests.add(1, { request: 'a', timeoutMs: 30 })
    requests.resolve(1, 'one')
    expect(log).toEqual([30, 'stopped'])
  })
})

describe('closing', () => {
  test('fails open and later requests with the first error', async () => {
    const requests = new RequestCorrelator<number, string, string>()
    const open = [requests.add(1, { request: 'a' }), requests.add(2, { request: 'b', timeoutMs: 60_000 })]
    requests.close(gone)
    requests.close(new Error('again'))
    expect([requests.closed, requests.size]).toEqual([gone, 0])
    for (const response of [...open, requests.add(3, { request: 'c' })])
      await expect(response).rejects.toBe(gone)
  })

  test('accepts new requests after failing all open ones', async () => {
    const requests = new RequestCorrelator<number, string, string>()
    const lost = requests.add(1, { request: 'a' })
    requests.failAll(gone)
    await expect(lost).rejects.toBe(gone)
    const next = requests.add(2, { request: 'b' })
    requests.resolve(2, 'two')
    expect(await next).toBe('two')
  })
})
