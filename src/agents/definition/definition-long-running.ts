import type { Basis } from './definition-fact.ts'
import type { FlagName } from './definition-flags.ts'

/** How to start an agent as one process for many turns, driven by the agent's own protocol. */
export interface LongRunningProcess {
  /** The arguments that start the process, instead of those for one prompt. */
  readonly arguments: readonly string[]
  /** The command-line options that this form accepts. */
  readonly flags: readonly FlagName[]
  /** The options that go into the conversation instead. An option in neither list is not supported. */
  readonly inDialog: readonly FlagName[]
  /** The agent asks for approval and waits for the answer. */
  readonly asks?: true
  readonly basis: Basis
  readonly note?: string
}
