import { ValidationError } from '../core/validation-error.ts'
import { agentModel, agentModelV3 } from './agent-model.ts'
import type { AgentModelV3, AgentModelV4 } from './language-model.ts'
import type { AgentModelSettings } from './settings.ts'

/** A provider of the AI SDK whose models are agents. */
export interface AgentProvider<Model, Version extends string> {
  /** A model by `agent` or `agent/model`; these settings override the provider's. */
  (id: string, settings?: AgentModelSettings): Model
  readonly specificationVersion: Version
  languageModel(id: string, settings?: AgentModelSettings): Model
  /** The best installed agent for `needs` and `maxPrice`; if its provider refuses a call, the next best one answers. */
  auto(settings?: AgentModelSettings): Model
  /** @throws ValidationError: agents are language models only. */
  embeddingModel(id: string): never
  /** @throws ValidationError: agents are language models only. */
  imageModel(id: string): never
}

/** A provider for `ai` 7. */
export function createAgentProvider(defaults: AgentModelSettings = {}): AgentProvider<AgentModelV4, 'v4'> {
  return providerOf(agentModel, 'v4', defaults)
}

/** A provider for `ai` 6. */
export function createAgentProviderV3(defaults: AgentModelSettings = {}): AgentProvider<AgentModelV3, 'v3'> {
  return providerOf(agentModelV3, 'v3', defaults)
}

function providerOf<Model, Version extends string>(
  make: (agent: string, settings: AgentModelSettings) => Model,
  specificationVersion: Version,
  defaults: AgentModelSettings,
): AgentProvider<Model, Version> {
  const languageModel = (id: string, settings: AgentModelSettings = {}): Model => {
    // Model ids may contain slashes.
    const [agent = '', ...model] = id.split('/')
    const named = model.length === 0 ? {} : { model: model.join('/') }
    return make(agent, { ...defaults, ...named, ...settings })
  }
  return Object.assign((id: string, settings?: AgentModelSettings) => languageModel(id, settings), {
    specificationVersion,
    languageModel,
    auto: (settings?: AgentModelSettings) => make('auto', { ...defaults, ...settings }),
    embeddingModel: refuse('an embedding model'),
    imageModel: refuse('an image model'),
  })
}

function refuse(what: string): (id: string) => never {
  return (id) => {
    throw new ValidationError(`The agent ${id} is not ${what}`, [], {
      hint: 'Use languageModel: agents are language models.',
    })
  }
}
