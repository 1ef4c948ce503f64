import type { CheckContext } from './context.ts'
import type { TurnPrompts } from './fill-prompt.ts'
import { type CheckOutcome, notAdvertised, notTried } from './outcome.ts'

/** One check: what it tries, what it expects, and how. */
export interface Check {
  /** What is tried, in plain words. */
  readonly title: string
  readonly expected: string
  /** The id of the capability the check is about. */
  readonly capability?: string
  /** How the check drives the agent (default: `acp`). What it sees holds for this transport only. */
  readonly transport?: 'cli'
  /** The protocol requires it of every agent, so no agent has to advertise it. */
  readonly isRequired?: true
  /** Prompts that the sim follows; without them the check needs no prompt, or only runs with the caller's. */
  readonly sim?: TurnPrompts
  /** Prompts with marks for the model provider. */
  readonly marks?: TurnPrompts
  /** A thrown error becomes the outcome. */
  readonly run: (context: CheckContext) => Promise<CheckOutcome>
}

/** The outcome of a check that looks at requests, if no model provider is connected. */
export const withoutProvider = notTried('no-provider', 'no model provider shows what reaches the model')

/** A check of a capability that runs only if the handshake advertises it. */
export function advertisedCheck(check: Check & { capability: string }): Check {
  const { capability: id, run } = check
  return {
    ...check,
    run: async (context) =>
      context.handshake.profile.facts[id]?.support === 'supported' ? run(context) : notAdvertised(id),
  }
}
