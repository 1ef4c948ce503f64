import type { TurnOptions } from '../../run/api/options.ts'
import type { Run } from '../../run/api/run.ts'

/** Reads the turns that messages start, in place of the session. */
export interface TurnFollower {
  /** Whether the follower is about to start a turn; messages wait until that turn has ended. */
  readonly isBusy: boolean
  /** The options of a turn, such as its permission policy. */
  options(): TurnOptions
  follow(run: Run, text: string): void
}
