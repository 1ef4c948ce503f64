import { expect, test, vi } from 'vitest'
import { systemClock } from './clock.ts'

test('returns the system time', () => {
  const before = Date.now()
  const now = systemClock.now()
  expect(now).toBeGreaterThanOrEqual(before)
  expect(now).toBeLessThanOrEqual(Date.now())
})

test('resolves a sleep after its duration', async () => {
  vi.useFakeTimers()
  try {
    const order: string[] = []
    const sleeping = [
      systemClock.sleep(20).then(() => order.push('twenty')),
      systemClock.sleep(10).then(() => order.push('ten')),
      systemClock.sleep(0).then(() => order.push('none')),
    ]
    await vi.advanceTimersByTimeAsync(19)
    expect(order).toEqual(['none', 'ten'])
    await vi.advanceTimersByTimeAsync(1)
    await Promise.all(sleeping)
    expect(order).toEqual(['none', 'ten', 'twenty'])
  } finally {
    vi.useRealTimers()
  }
})

test('sleeps longer than the longest timer of Node', async () => {
  vi.useFakeTimers()
  try {
    let awake = false
    void systemClock.sleep(5_000_000_000).then(() => (awake = true))
    await vi.advanceTimersByTimeAsync(4_999_999_999)
    expect(awake).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(awake).toBe(true)
  } finally {
    vi.useRealTimers()
  }
})

test('rejects a sleep with the reason of the signal and leaves no timer', async () => {
  vi.useFakeTimers()
  try {
    const controller = new AbortController()
    const sleeping = systemClock.sleep(1000, controller.signal)
    controller.abort('enough')
    await expect(sleeping).rejects.toBe('enough')
    expect(vi.getTimerCount()).toBe(0)
    await expect(systemClock.sleep(1000, controller.signal)).rejects.toBe('enough')
    expect(vi.getTimerCount()).toBe(0)
  } finally {
    vi.useRealTimers()
  }
})

test('removes the listener of the signal after a sleep', async () => {
  const { signal } = new AbortController()
  const removed = vi.spyOn(signal, 'removeEventListener')
  await systemClock.sleep(1, signal)
  expect(removed).toHaveBeenCalledTimes(1)
})

test.each([-1, Number.NaN])('rejects a sleep of %d', (milliseconds) => {
  expect(() => systemClock.sleep(milliseconds)).toThrow(
    expect.objectContaining({
      code: 'VALIDATION_ERROR',
      message: 'The duration must be a number of milliseconds of at least 0',
    }),
  )
})
