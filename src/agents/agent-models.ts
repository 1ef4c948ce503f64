import { defined } from '../capabilities/defined.ts'
import { frozenCopy } from '../capabilities/frozen-copy.ts'
import type { AgentModels } from '../models/agent-models.ts'
import type { AgentModelsSource } from '../models/agent-models-source.ts'
import type { AgentReport, ReportedModel } from '../models/remote/agent-report.ts'
import { builtInAgentModels } from '../models/built-in.ts'
import type { AgentDefinition } from './definition/definition.ts'
import type { OfferedModel } from './definition/definition-model-list.ts'
import type { AdapterRegistry } from './registry.ts'

/** The models of the registry's current agents; `given` takes precedence over their definitions. */
export function modelsOf(
  adapters: Pick<AdapterRegistry, 'get' | 'list'>,
  given: readonly AgentModels[] = [],
): AgentModelsSource {
  const known = new WeakMap<AgentDefinition, AgentModels>()
  const ofAgent = (definition: AgentDefinition): AgentModels => {
    const models =
      known.get(definition) ??
      frozenCopy(given.find(({ agent }) => agent === definition.id) ?? definitionModels(definition))
    known.set(definition, models)
    return models
  }
  return {
    list: () => adapters.list().map(({ definition }) => ofAgent(definition)),
    get: (agent) => ofAgent(adapters.get(agent).definition),
  }
}

/** The models of a definition, or else the bundled data for this agent id; none if both are missing. */
function definitionModels({ id, modelList, knownOnlyLive, flags, seen }: AgentDefinition): AgentModels {
  const bundled = knownOnlyLive ? undefined : builtInAgentModels.find(({ agent }) => agent === id)
  if (modelList === undefined && bundled !== undefined) return bundled
  const cliArgKey = flags?.model?.arguments[0]
  return {
    agent: id,
    providers: [],
    ...(cliArgKey === undefined ? {} : { selection: { cliArgKey, form: 'id' } }),
    ...(modelList === undefined ? {} : { catalog: catalogOf(modelList, { id, at: seen?.at }) }),
  }
}

function catalogOf(
  list: readonly OfferedModel[],
  { id, at = new Date().toISOString().slice(0, 10) }: { id: string; at: string | undefined },
): AgentReport {
  return {
    source: { name: `The definition of ${id}`, date: at },
    complete: true,
    aliases: Object.fromEntries(
      list.flatMap((model) => (model.aliases ?? []).map((alias) => [alias, model.id])),
    ),
    order: list.map((model) => model.id),
    models: Object.fromEntries(list.map((model) => [model.id, reported(model)])),
    ...defined({ defaultModel: list.find(({ isDefault }) => isDefault)?.id }),
  }
}

function reported(model: OfferedModel): ReportedModel {
  const { name, contextWindow, maxOutputTokens, efforts, images, files, deprecated, price } = model
  return defined({
    displayName: name,
    contextWindow,
    maxOutputTokens,
    efforts,
    supportsThinking: efforts === undefined ? undefined : efforts.length > 0,
    supportsImageInput: images,
    supportsFileInput: files,
    deprecated,
    inputPricePerMillion: price?.input,
    outputPricePerMillion: price?.output,
    cachedInputPricePerMillion: price?.cachedInput,
  })
}
