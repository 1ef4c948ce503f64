import { defined } from '../capabilities/defined.ts'
import { effortLevelsOf, sortEfforts } from './remote/derive.ts'
import { matchesAny } from './match-id.ts'
import type { ModelDetails } from './model-details.ts'
import type { ThinkingOff } from './thinking-off.ts'

/** How an agent's thinking options for some models differ from the provider's. */
export interface ModelThinking {
  /** The agent's model ids; `*` stands for any characters. */
  readonly match: readonly string[]
  /** The levels, as the agent names them; empty if levels have no effect. The agent's own report takes precedence. */
  readonly efforts?: readonly string[]
  /** The smallest and largest budget that reach the provider unchanged; `none` if a budget has no effect. */
  readonly budget?: readonly [number, number] | 'none'
  readonly off?: ThinkingOff
}

/** The thinking options of an agent's models. */
export interface AgentThinking {
  /** The agent's own levels, valid for every reasoning model. */
  readonly ownLevels?: readonly string[]
  /** Provider levels that the agent does not accept. */
  readonly notTaken?: readonly string[]
  /** The level that turns thinking off, for every model that has it. */
  readonly offLevel?: string
  /** The first entry that matches a model applies. */
  readonly models?: readonly ModelThinking[]
}

/** The entry for a model. */
export function modelThinkingOf(
  thinking: AgentThinking | undefined,
  modelId: string,
): ModelThinking | undefined {
  return thinking?.models?.find(({ match }) => matchesAny(match, modelId))
}

/** Converts a model's levels, budget and off switch to the agent's own. */
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
  // The model's levels are unknown: the agent's own levels alone would be incomplete.
  if (efforts === undefined || ownLevels.length + notTaken.length === 0) return efforts
  if (efforts.length === 0) return efforts
  return sortEfforts([...ownLevels, ...efforts].filter((level) => !notTaken.includes(level)))
}
