import type { AgentName, ModelCapabilities } from '../capabilities/ecosystems/mux/types.ts'
import type { AgentThinking } from './agent-thinking.ts'
import { matchesAny } from './match-id.ts'
import type { AgentReport } from './remote/agent-report.ts'
import type { ModelRecord } from './model-record.ts'

/** How to select a model of an agent. */
export interface ModelSelection {
  /** The command-line flag. */
  cliArgKey: string
  /** The flag's value, which is also the agent's model id: the provider's own id, or `provider/id`. */
  form: 'id' | 'provider/id'
}

/**
 * The models of an agent and how to select them. Plain data, so a definition can hold it. Unknown models are left out:
 * the list may be short or empty, but never invented.
 */
export interface AgentModels {
  agent: AgentName
  /** The agent's providers, the preferred one first. Their bundled and refreshed records are the base. */
  providers: readonly string[]
  /** Handwritten models that only this agent has. */
  own?: readonly ModelRecord[]
  /** Undefined if no flag is known. */
  selection?: ModelSelection
  /** The default model, by the agent's id. Undefined if unknown or if the agent chooses. */
  defaultModel?: string
  /** Aliases and silently replaced ids, each mapped to a model id of this agent. */
  aliases?: Readonly<Record<string, string>>
  /** Values that let the agent choose, such as `auto`. Valid, but no model. */
  automatic?: readonly string[]
  /** Includes only these model ids; `*` stands for any characters. */
  include?: readonly string[]
  /** Excludes these model ids, even if included. */
  exclude?: readonly string[]
  /** The agent does not offer deprecated models. */
  withoutDeprecated?: true
  /** The agent offers a model's other modes under separate ids. */
  withModes?: true
  /** Only some models are known, so another id may be valid too. */
  partial?: true
  /** The file name of the agent's bundled catalog. */
  report?: string
  /** The agent's own catalog. A report of the installed program takes precedence. */
  catalog?: AgentReport
  /** The protocol of every request, or `by-provider`. Undefined if unknown. */
  protocol?: NonNullable<ModelCapabilities['protocol']> | 'by-provider'
  /** Where the models run, or `by-provider`. */
  deployment?: NonNullable<ModelCapabilities['deployment']> | 'by-provider'
  /** How the agent's thinking options differ from the provider's. */
  thinking?: AgentThinking
}

/** The value of `cliArgKey` for a provider's model, which is also the agent's model id. */
export function modelIdFor(agent: AgentModels, provider: string, id: string): string {
  return agent.selection?.form === 'provider/id' ? `${provider}/${id}` : id
}

/** Whether the agent's filters include this model id. */
export function isOffered(agent: AgentModels, modelId: string): boolean {
  const included = agent.include === undefined || matchesAny(agent.include, modelId)
  return included && !matchesAny(agent.exclude ?? [], modelId)
}
