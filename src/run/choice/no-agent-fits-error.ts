import { choiceName, lossText } from '../../capabilities/choice/choice-text.ts'
import type { Choice, Loser } from '../../capabilities/choice/choice.ts'
import { CapstanError } from '../../core/capstan-error.ts'

/** A fitting agent that the checks of the run refused. */
export interface RefusedAgent {
  readonly agent: string
  readonly message: string
}

/** No installed agent fits a run with the agent `auto`. */
export class NoAgentFitsError extends CapstanError {
  /** Every candidate and why it was rejected. */
  readonly losers: readonly Loser[]
  /** The agents that fit the needs, but cannot do the run. */
  readonly refused: readonly RefusedAgent[]

  constructor({ losers }: Choice, refused: readonly RefusedAgent[]) {
    const waits = losers.flatMap(({ reasons }) => reasons.filter(({ type }) => type === 'cool-down'))
    const [soonest] = waits.flatMap((wait) => ('until' in wait ? [wait.until] : [])).toSorted()
    const wait = soonest === undefined ? '' : `, or wait until ${soonest}`
    super('NO_AGENT_FITS', `No installed agent fits: ${reasonsText(losers, refused)}`, {
      hint: `Install an agent that fits, or remove a need${wait}.`,
      commandHint: `Run capstan pick --explain with the same needs to see which agents fit${wait}.`,
    })
    this.losers = losers
    this.refused = refused
  }

  override toJSON(): Record<string, unknown> {
    const { losers, refused } = this
    return { ...super.toJSON(), losers, refused }
  }
}

function isAbsent({ reasons }: Loser): boolean {
  return reasons.some(({ type }) => type === 'not-installed' || type === 'simulated')
}

/** The installed agents with their reasons, and the number of the others. */
function reasonsText(losers: readonly Loser[], refused: readonly RefusedAgent[]): string {
  const rejected = losers.filter(({ reasons }) => reasons.some(({ type }) => type !== 'outranked'))
  const absent = rejected.filter(isAbsent)
  const parts = [
    ...refused.map(({ agent, message }) => `${agent}: ${message}`),
    ...rejected
      .filter((loser) => !isAbsent(loser))
      .map((loser) => `${choiceName(loser)}: ${loser.reasons.map(lossText).join(', ')}`),
    ...(absent.length === 0 ? [] : [`${absent.length} are not installed or simulated`]),
  ]
  return parts.slice(0, mostParts).join('; ')
}

/** With a price limit, every model of an agent is a candidate. */
const mostParts = 5
