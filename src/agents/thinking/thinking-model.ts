import { defined } from '../../capabilities/defined.ts'
import type { ModelDetails } from '../../models/model-details.ts'
import type { ThinkingOff } from '../../models/thinking-off.ts'

/** The thinking properties of a model. */
export interface ThinkingModel {
  readonly id: string
  /** The id that the agent's program accepts. */
  readonly argument: string
  /** The levels, as the agent names them; empty if there are none, undefined if unknown. */
  readonly efforts?: readonly string[]
  /** The smallest and largest budget; undefined if the model accepts none. */
  readonly budgets?: readonly [number, number]
  /** How to turn thinking off; undefined if impossible or unknown. */
  readonly off?: ThinkingOff
}

/** The thinking properties of a registry model. */
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
