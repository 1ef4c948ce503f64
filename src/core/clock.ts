import { ValidationError } from './validation-error.ts'

/** Time as a dependency, so that tests can control it. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /** Resolves after this many milliseconds; rejects with the signal's reason when that comes first. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>
}

/** The longest timer of Node; a longer one fires at once. */
const longestTimer = 2 ** 31 - 1

/** The system time. A pending sleep keeps the process alive. */
export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (milliseconds, signal) => {
    requireDuration(milliseconds)
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason)
      let left = milliseconds
      let timer: NodeJS.Timeout
      const abort = (): void => {
        clearTimeout(timer)
        reject(signal?.reason)
      }
      const sleepOn = (): void => {
        const step = Math.min(left, longestTimer)
        left -= step
        timer = setTimeout(left > 0 ? sleepOn : wake, step)
      }
      const wake = (): void => {
        signal?.removeEventListener('abort', abort)
        resolve()
      }
      signal?.addEventListener('abort', abort, { once: true })
      sleepOn()
    })
  },
}

/** @throws ValidationError unless the argument is a duration. */
export function requireDuration(milliseconds: number): void {
  if (milliseconds >= 0) return
  const message = 'must be a number of milliseconds of at least 0'
  throw new ValidationError(`The duration ${message}`, [{ path: ['milliseconds'], message }])
}
