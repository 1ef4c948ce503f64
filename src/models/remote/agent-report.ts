import type { ModelCapabilities } from '../../capabilities/ecosystems/mux/types.ts'
import type { DataSource } from '../model-record.ts'

/**
 * An agent's report of one model. Every field is optional.
 * `contextWindow` is the window the agent uses, which can be smaller than the model's own.
 */
export interface ReportedModel extends Partial<
  Omit<ModelCapabilities, 'agent' | 'modelId' | 'lastUpdated' | 'source'>
> {
  /** All effort levels; `thinkingEffortLevels` is derived from them. */
  efforts?: readonly string[]
  /** The default effort. */
  defaultEffort?: string
  /** The largest context window the agent can be set to. */
  maxContextWindow?: number
  /** The model works but the agent does not list it. */
  hidden?: boolean
}

/** An agent's own catalog, from the installed agent or bundled. It takes precedence over every other source. */
export interface AgentReport {
  source: DataSource
  /** Whether the report lists every model of the agent. */
  complete?: boolean
  /** Each maps to a model id of this agent; a model's display name comes first. */
  aliases?: Readonly<Record<string, string>>
  defaultModel?: string
  /** Ids in the agent's order of preference; other models follow, the newest first. */
  order?: readonly string[]
  /** By the agent's model ids. */
  models: Readonly<Record<string, ReportedModel>>
}
