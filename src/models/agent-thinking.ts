import { defined } from '../capabilities/defined.ts'
import { effortLevelsOf, sortEfforts } from './remote/derive.ts'
import { matchesAny } from './match-id.ts'
import type { ModelDetails } from './model-details.ts'
import type { ThinkingOff } from './thinking-off.ts'

/** How an agent treats the thinking of some of its models, where that differs from what the provider takes. */
export interface ModelThinking {
  /** The models, by this agent's ids; `*` stands for any characters. */
  readonly match: readonly string[]
  /** The levels in the agent's own words; empty where a level has no effect. The agent's own report beats it. */
  readonly efforts?: readonly string[]
  /** The smallest and the largest budget that reach the provider as given; `none` where a budget has no effect. */
  readonly budget?: readonly [number, number] | 'none'
  readonly off?: ThinkingOff
}

/** How an agent treats the thinking of its models. */
export interface AgentThinking {
  /** Levels of the agent itself, which it takes for every model that thinks. */
  readonly ownLevels?: readonly string[]
  /** Levels of providers that the agent does not take. */
  readonly notTaken?: readonly string[]
  /** The level that switches thinking off, for every model that has it. */
  readonly offLevel?: string
  /** The first entry that matches a model counts. */
  readonly models?: readonly ModelThinking[]
}

/** The entry for a model. */
export function modelThinkingOf(
  thinking: AgentThinking | undefined,
  modelId: string,
): ModelThinking | undefined {
  return thinking?.models?.find(({ match }) => matchesAny(match, modelId))
}

/** Puts a model's levels, budget and off switch in the agent's own words. */
export function withAgentThinking(details: ModelDetails, thinking: AgentThinking | undefined): ModelDetails {
  const { capabilities, derived } = details
  if (!capabilities.supportsThinking) return details
  const { budget, off } = modelThinkingOf(thinking, capabilities.modelId) ?? {}
  const efforts = agentLevels(details.efforts, thinking)
  const { thinkingBudgetRange, maxThinkingTokens, ...others } = capabilities
  const range = budget === 'none' ? undefined : (budget ?? thinkingBudgetRange)
  const most = budget === undefined ? maxThinkingTokens : range?.[1]
  const level = thinking?.offLevel
  const byLevel =
    level !== undefined && efforts?.includes(level) ? { by: 'level' as const, level } : undefined
  return {
    ...details,
    capabilities: {
      ...others,
      ...defined({
        thinkingBudgetRange: range && ([...range] as [number, number]),
        maxThinkingTokens: most,
        thinkingEffortLevels: efforts === undefined ? others.thinkingEffortLevels : effortLevelsOf(efforts),
      }),
    },
    derived: budget === undefined ? derived : derived.filter((field) => field !== 'thinkingBudgetRange'),
    ...defined({
      efforts,
      off: off ?? byLevel ?? (range?.[0] === 0 ? { by: 'budget' as const } : undefined),
      takesNoBudget: budget === 'none' ? (true as const) : undefined,
    }),
  }
}

function agentLevels(
  efforts: readonly string[] | undefined,
  { ownLevels = [], notTaken = [] }: AgentThinking = {},
): readonly string[] | undefined {
  // Nobody says which levels a model takes: the agent's own are not all of them.
  if (efforts === undefined || ownLevels.length + notTaken.length === 0) return efforts
  if (efforts.length === 0) return efforts
  return sortEfforts([...ownLevels, ...efforts].filter((level) => !notTaken.includes(level)))
}
