import { createHash } from 'node:crypto'

const mostStates = 10_000

/** Counts how often a script has failed, for those that fail only some times. */
export interface Failures {
  /** Whether it fails once more for this state of a conversation; counts it when it does. */
  isDue(fault: { times?: number }, state: string): boolean
  clear(): void
}

export function createFailures(): Failures {
  const counts = new Map<string, number>()
  return {
    isDue({ times }, state) {
      if (times === undefined) return true
      const key = createHash('sha256').update(state).digest('base64')
      const count = counts.get(key) ?? 0
      if (count >= times) return false
      counts.delete(key)
      counts.set(key, count + 1)
      const [oldest] = counts.keys()
      if (counts.size > mostStates && oldest !== undefined) counts.delete(oldest)
      return true
    },
    clear: () => counts.clear(),
  }
}
