import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { InactivityWatch } from './inactivity.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A watch of a second, and how often it called. */
function watch(isExcused: () => boolean = () => false): { watch: InactivityWatch; calls: () => number } {
  const onSilence = vi.fn<() => void>()
  return {
    watch: new InactivityWatch({ limitMs: 1000, isExcused, onSilence }),
    calls: () => onSilence.mock.calls.length,
  }
}

test('reports inactivity once, after the limit', () => {
  const { calls } = watch()
  vi.advanceTimersByTime(1000)
  expect(calls()).toBe(0)
  vi.advanceTimersByTime(100)
  expect(calls()).toBe(1)
  vi.advanceTimersByTime(5000)
  expect(calls()).toBe(1)
})

test('restarts the time on activity', () => {
  const { watch: one, calls } = watch()
  for (let count = 0; count < 10; count++) {
    vi.advanceTimersByTime(900)
    one.touch()
  }
  expect(calls()).toBe(0)
})

test('does not count excused time', () => {
  let isExcused = true
  const { calls } = watch(() => isExcused)
  vi.advanceTimersByTime(10_000)
  isExcused = false
  vi.advanceTimersByTime(900)
  expect(calls()).toBe(0)
  vi.advanceTimersByTime(200)
  expect(calls()).toBe(1)
})

test('reports nothing after stop', () => {
  const { watch: one, calls } = watch()
  one.stop()
  vi.advanceTimersByTime(5000)
  expect(calls()).toBe(0)
})
