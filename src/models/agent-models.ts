import type { AgentName, ModelCapabilities } from '../capabilities/ecosystems/mux/types.ts'
import type { AgentThinking } from './agent-thinking.ts'
import { matchesAny } from './match-id.ts'
import type { AgentReport } from './remote/agent-report.ts'
import type { ModelRecord } from './model-record.ts'

/** How an agent is told which model to use. */
export interface ModelSelection {
  /** The flag. */
  cliArgKey: string
  /** What stands after it: the provider's own id, or `provider/id`. It is also the model's id for this agent. */
  form: 'id' | 'provider/id'
}

/**
 * Which models an agent can be given and how. Plain data, so that an agent's definition can hold it and anybody can
 * write one. What nobody has seen is left out: the list of models is then short or empty, never invented.
 */
export interface AgentModels {
  agent: AgentName
  /** Providers it selects from, the preferred one first. Their bundled and refreshed records are the base. */
  providers: readonly string[]
  /** Models that only this agent has, written here by hand. */
  own?: readonly ModelRecord[]
  /** Left out when no flag is known. */
  selection?: ModelSelection
  /** The model it uses when none is named, by this agent's id. Left out when unknown or when the agent chooses. */
  defaultModel?: string
  /** Short names and ids the agent quietly sends as another one, each to a model id of this agent. */
  aliases?: Readonly<Record<string, string>>
  /** Words that leave the choice to the agent, such as `auto`. They are valid and name no model. */
  automatic?: readonly string[]
  /** Only these, by this agent's ids; `*` stands for any characters. */
  include?: readonly string[]
  /** Not these, even when included. */
  exclude?: readonly string[]
  /** The agent does not offer models its source calls deprecated. */
  withoutDeprecated?: true
  /** The agent offers a model's other modes under ids of their own. */
  withModes?: true
  /** Only some of its models are known, so that another id may be right as well. */
  partial?: true
  /** Its own catalogue as bundled, by the name of the file. */
  report?: string
  /** Its own catalog, written here. What the installed program reports beats it. */
  catalog?: AgentReport
  /** The protocol of every request, or `by-provider` when it depends on the provider. Left out when unknown. */
  protocol?: NonNullable<ModelCapabilities['protocol']> | 'by-provider'
  /** Where the models run, or `by-provider`. */
  deployment?: NonNullable<ModelCapabilities['deployment']> | 'by-provider'
  /** How the agent treats the thinking of its models, where that differs from what the provider takes. */
  thinking?: AgentThinking
}

/** What `cliArgKey` is passed with for a model of a provider; the model's id for this agent too. */
export function modelIdFor(agent: AgentModels, provider: string, id: string): string {
  return agent.selection?.form === 'provider/id' ? `${provider}/${id}` : id
}

/** Whether the filters of an agent let this id of its own through. */
export function isOffered(agent: AgentModels, modelId: string): boolean {
  const included = agent.include === undefined || matchesAny(agent.include, modelId)
  return included && !matchesAny(agent.exclude ?? [], modelId)
}
