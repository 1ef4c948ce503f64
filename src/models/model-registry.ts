import type { AgentName, ModelCapabilities } from '../capabilities/ecosystems/mux/types.ts'
import type { ModelValidationResult } from './validate.ts'

/** The models of each agent. Bundled data is available at once; `refresh` loads newer data. All results are frozen. */
export interface ModelRegistry {
  /** All listed models of an agent. */
  models(agent: AgentName): ModelCapabilities[]
  /** All listed models and the default. */
  catalog(agent: AgentName): Array<ModelCapabilities & { isDefault: boolean }>
  /** A model by id or alias, or null. */
  model(agent: AgentName, modelId: string): ModelCapabilities | null
  /** The default model, or null if it is unknown or the agent chooses. */
  defaultModel(agent: AgentName): ModelCapabilities | null
  /** Checks a model id, with suggestions for an unknown one. */
  validate(agent: AgentName, modelId: string): ModelValidationResult
  /**
   * US dollars for these tokens at the model's base prices; 0 if the price is unknown.
   * `cost` of a detailed registry separates free from unknown and includes caches, thinking and longer prompts.
   */
  estimateCost(agent: AgentName, modelId: string, inputTokens: number, outputTokens: number): number
  /** Fetches model data for an agent. On failure it rejects and changes nothing. Writes nothing to disk. */
  refresh(agent: AgentName): Promise<void>
  /** Refreshes all agents with one request. */
  refreshAll(): Promise<void>
  /** The time of the last update: the date of the bundled data until a refresh succeeds. */
  lastUpdated(agent: AgentName): Date
}
