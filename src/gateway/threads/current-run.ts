import type { ActiveRun } from './thread-turns.ts'

/** The run of a thread that is in progress. */
export interface CurrentRun extends ActiveRun {
  readonly done: PromiseWithResolvers<void>
  /** Whether the gateway started it, not a client. */
  readonly isOwn: boolean
  isStarted: boolean
  isStopped: boolean
}

export function currentRun(run: Pick<CurrentRun, 'input' | 'isOwn' | 'translator' | 'emit'>): CurrentRun {
  return { ...run, done: Promise.withResolvers(), isStarted: false, isStopped: false }
}
