import { createHash } from 'node:crypto'

const mostStates = 10_000

/** Counts the failures of scripts that fail a limited number of times. */
export interface Failures {
  /** Whether a script fails again for this state of a conversation; counts the failure. */
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
