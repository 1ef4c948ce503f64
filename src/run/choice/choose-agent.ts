import type { Choice, ChoiceLimits } from '../../capabilities/choice/choice.ts'
import { choose, type ChooseOptions } from '../../capabilities/choice/choose.ts'
import type { Need } from '../../capabilities/choice/need.ts'
import { CapstanError } from '../../core/capstan-error.ts'
import { requireList, requireOptions } from '../../core/check-argument.ts'
import type { RunOptions } from '../api/options.ts'
import type { Profiles } from '../profiles/profiles.ts'
import type { ValidatedRun } from '../validate/validate.ts'
import { candidatesOf, type CandidateQuery, priceOf } from './candidates.ts'
import { NoAgentFitsError, type RefusedAgent } from './no-agent-fits-error.ts'
import { optionNeeds, readNeeds } from './read-needs.ts'

/** The options of `client.choose`. */
export interface ChooseAgentOptions
  extends ChoiceLimits, Pick<CandidateQuery, 'model' | 'env'>, Pick<ChooseOptions, 'cheapest'> {}

/** The name of the agent that Capstan chooses. */
export const autoAgent = 'auto'

/** Chooses among the known agents, from cached data. Starts nothing. */
export function chooseAgent(
  profiles: Profiles,
  needs: readonly string[],
  options: ChooseAgentOptions & { more?: readonly Need[] } = {},
): Choice {
  requireList(needs, 'needs')
  requireOptions(options)
  const { model, env, cheapest, more = [], ...limits } = options
  const isAboutPrice = cheapest === true || (limits.maxPrice ?? limits.maxOutputPrice) !== undefined
  const candidates = candidatesOf(profiles, {
    model,
    env,
    allModels: isAboutPrice,
    installed: limits.installed,
  })
  return choose([...readNeeds(needs, candidates), ...more], candidates, {
    prices: (candidate) => priceOf(profiles, candidate),
    limits,
    ...(cheapest === undefined ? {} : { cheapest }),
  })
}

/**
 * The installed agents that fit a run with agent `auto`, the best first, each validated.
 * @throws NoAgentFitsError with every reason.
 */
export function autoRuns(
  { needs = [], maxPrice, allowUnknown, cheapest, ...options }: RunOptions,
  { profiles, validate }: { profiles: Profiles; validate: (options: RunOptions) => ValidatedRun },
): [ValidatedRun, ...ValidatedRun[]] {
  const choice = chooseAgent(profiles, needs, {
    model: options.model,
    env: options.env,
    more: optionNeeds({ ...options, agent: autoAgent }),
    installed: true,
    ...(maxPrice === undefined ? {} : { maxPrice }),
    ...(allowUnknown === undefined ? {} : { allowUnknown }),
    ...(cheapest === undefined ? {} : { cheapest }),
  })
  const refused: RefusedAgent[] = []
  const runs = choice.ranking.flatMap(({ agent, model }) => {
    try {
      return [validate({ ...options, agent, ...(model === undefined ? {} : { model }) })]
    } catch (error) {
      // A policy that an agent cannot enforce is no capability; the run's own checks refuse it.
      if (!CapstanError.isInstance(error)) throw error
      refused.push({ agent, message: error.message })
      return []
    }
  })
  const [first, ...others] = runs
  if (first === undefined) throw new NoAgentFitsError(choice, refused)
  return [first, ...others]
}
