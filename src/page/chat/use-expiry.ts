import { useEffect } from 'preact/hooks'
import type { Interrupt } from '../../gateway/ag-ui/events.ts'
import { lastExpiry } from '../state/answers.ts'

/** The gateway needs a moment to refuse a question. */
const graceMs = 500
/** Browsers run a timer with a longer delay at once. */
const longestMs = 2 ** 31 - 1

/** Calls back when the last open question has expired. */
export function useExpiry(interrupts: readonly Interrupt[], onExpired: () => void): void {
  const at = lastExpiry(interrupts)
  useEffect(() => {
    if (at === undefined) return undefined
    const delay = Math.max(0, at - Date.now()) + graceMs
    const timer = setTimeout(onExpired, Math.min(delay, longestMs))
    return () => clearTimeout(timer)
    // The questions do not change while they are open.
  }, [at])
}
