import { defined } from '../../capabilities/defined.ts'
import type { ModelDetails } from '../../models/model-details.ts'
import type { ThinkingOff } from '../../models/thinking-off.ts'

/** What matters about a model for its thinking. */
export interface ThinkingModel {
  readonly id: string
  /** As the agent's program is given it. */
  readonly argument: string
  /** The levels it takes, in the agent's own words; empty when it takes none, left out when nobody says. */
  readonly efforts?: readonly string[]
  /** The smallest and the largest budget, when it takes one. */
  readonly budgets?: readonly [number, number]
  /** What switches its thinking off; left out where nothing does, or nobody knows. */
  readonly off?: ThinkingOff
}

/** What matters about a model of the registry. */
export function thinkingModelOf({
  capabilities,
  efforts,
  off,
}: Pick<ModelDetails, 'capabilities' | 'efforts' | 'off'>): ThinkingModel {
  const { modelId, cliArgValue, thinkingEffortLevels, thinkingBudgetRange } = capabilities
  return {
    id: modelId,
    argument: cliArgValue,
    ...defined({ efforts: efforts ?? thinkingEffortLevels, budgets: thinkingBudgetRange, off }),
  }
}
