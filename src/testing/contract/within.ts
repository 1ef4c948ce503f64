import { systemClock } from '../../core/clock.ts'

/** Returns the value of the promise, or undefined after the time limit. */
export async function within<Value>(
  milliseconds: number,
  promise: Promise<Value>,
): Promise<Value | undefined> {
  const timer = new AbortController()
  const late = systemClock.sleep(milliseconds, timer.signal).catch(() => undefined)
  try {
    return (await Promise.race([promise, late])) ?? undefined
  } finally {
    timer.abort()
  }
}
