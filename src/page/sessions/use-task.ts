import { useState } from 'preact/hooks'
import { errorText } from '../api/request.ts'

export interface Task {
  readonly isBusy: boolean
  /** The last error, as text for the user. */
  readonly error?: string | undefined
  readonly run: (work: () => Promise<void>) => void
}

/** Runs the work of a button, one at a time, and keeps its error. */
export function useTask(): Task {
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const run = (work: () => Promise<void>): void => {
    if (isBusy) return
    setBusy(true)
    setError(undefined)
    work()
      .catch((problem: unknown) => setError(errorText(problem)))
      .finally(() => setBusy(false))
  }
  return { isBusy, error, run }
}
