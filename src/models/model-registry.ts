import type { AgentName, ModelCapabilities } from '../capabilities/ecosystems/mux/types.ts'
import type { ModelValidationResult } from './validate.ts'

/** The models of each agent. Bundled data is there at once; `refresh` brings newer. Everything returned is frozen. */
export interface ModelRegistry {
  /** All models an agent lists. */
  models(agent: AgentName): ModelCapabilities[]
  /** The same with which one is used when none is named. */
  catalog(agent: AgentName): Array<ModelCapabilities & { isDefault: boolean }>
  /** A model by its id or its alias, or null if not found. */
  model(agent: AgentName, modelId: string): ModelCapabilities | null
  /** The model that is used when none is named, or null if that is not known or the agent chooses. */
  defaultModel(agent: AgentName): ModelCapabilities | null
  /** What an identifier means to an agent, with guidance where it means nothing. */
  validate(agent: AgentName, modelId: string): ModelValidationResult
  /**
   * US dollars for this many tokens at the model's base prices; 0 when the price is unknown.
   * `cost` of a detailed registry tells free from unknown and knows caches, thinking and longer prompts.
   */
  estimateCost(agent: AgentName, modelId: string, inputTokens: number, outputTokens: number): number
  /** Fetches model data for an agent. On failure it rejects and nothing has changed. Nothing is written to disk. */
  refresh(agent: AgentName): Promise<void>
  /** Refreshes all agents at once; one request serves them all. */
  refreshAll(): Promise<void>
  /** When the data of an agent was last updated: the date of the bundled data until a refresh succeeds. */
  lastUpdated(agent: AgentName): Date
}
