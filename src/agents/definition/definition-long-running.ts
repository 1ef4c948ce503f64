import type { Basis } from './definition-fact.ts'
import type { FlagName } from './definition-flags.ts'

/** How an agent is started so that one process takes many turns and is spoken to while it works, in its own protocol. */
export interface LongRunningProcess {
  /** The words that start it in this form, in place of those for one prompt. */
  readonly arguments: readonly string[]
  /** What it takes on its command line beside them. */
  readonly flags: readonly FlagName[]
  /** What it is told in the conversation instead. What is in neither list cannot be said. */
  readonly inDialog: readonly FlagName[]
  /** It asks before it acts, and waits for the answer. */
  readonly asks?: true
  readonly basis: Basis
  readonly note?: string
}
