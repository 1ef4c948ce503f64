import { useState } from 'preact/hooks'
import { wordsOf } from '../api/request.ts'

export interface Task {
  readonly isBusy: boolean
  /** What went wrong last, for people. */
  readonly error?: string | undefined
  readonly run: (work: () => Promise<void>) => void
}

/** Something that a button does: one at a time, and what goes wrong is kept to be shown. */
export function useTask(): Task {
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const run = (work: () => Promise<void>): void => {
    if (isBusy) return
    setBusy(true)
    setError(undefined)
    work()
      .catch((problem: unknown) => setError(wordsOf(problem)))
      .finally(() => setBusy(false))
  }
  return { isBusy, error, run }
}
