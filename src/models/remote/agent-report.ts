import type { ModelCapabilities } from '../../capabilities/ecosystems/mux/types.ts'
import type { DataSource } from '../model-record.ts'

/**
 * What an agent says about one of its models. Anything may be left out.
 * `contextWindow` is the window the agent works with, which can be smaller than the model's own.
 */
export interface ReportedModel extends Partial<
  Omit<ModelCapabilities, 'agent' | 'modelId' | 'lastUpdated' | 'source'>
> {
  /** All words it takes for an effort; `thinkingEffortLevels` follows from them. */
  efforts?: readonly string[]
  /** The effort when none is asked for. */
  defaultEffort?: string
  /** The largest window the agent can be set to. */
  maxContextWindow?: number
  /** Works when named, but the agent does not list it. */
  hidden?: boolean
}

/** An agent's own catalogue: asked of an installed agent, or bundled from one that was. It beats every other source. */
export interface AgentReport {
  source: DataSource
  /** Whether the agent offers nothing but what is reported here. */
  complete?: boolean
  /** Each to a model id of this agent; the name to show for a model first. */
  aliases?: Readonly<Record<string, string>>
  defaultModel?: string
  /** The ids in the agent's own order of preference; what is not named comes after, the newest first. */
  order?: readonly string[]
  /** By this agent's ids. */
  models: Readonly<Record<string, ReportedModel>>
}
