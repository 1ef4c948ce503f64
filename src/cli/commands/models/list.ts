import type { ModelCapabilities } from '../../../capabilities/ecosystems/mux/types.ts'
import { nearestName } from '../../../core/text/nearest-name.ts'
import type { ModelDetails } from '../../../models/model-details.ts'
import type { Command } from '../../command.ts'
import { columns } from '../../output/columns.ts'
import { tokenCount } from '../../output/numbers.ts'
import type { Output } from '../../output/output.ts'
import { UsageError } from '../../usage-error.ts'
import { findAgent, requiredArgument } from '../agent-argument.ts'
import { agentsOption, knownModels } from '../known-agents.ts'

const usage = '<agent> [--provider <provider>] [--search <text>]'

type CatalogEntry = ModelCapabilities & { isDefault: boolean }

export const listModels: Command = {
  description:
    'Lists the models of an agent, current ones first. Prices are in US dollars per million tokens.',
  usage,
  options: [
    { name: 'provider', value: '<provider>', help: 'only models of this provider' },
    { name: 'search', value: '<text>', help: 'only models with this text in id, alias or name' },
    agentsOption,
  ],
  maxArguments: 1,
  examples: ['capstan models claude', 'capstan models opencode --provider openai --search codex'],
  async run({ values, arguments: [typed], output }) {
    const agent = await findAgent(requiredArgument(typed, 'agent', `models ${usage}`), { values })
    const registry = await knownModels(values)
    const catalog = registry.catalog(agent.id)
    const [provider] = values.get('provider') ?? []
    if (provider !== undefined) requireProvider(provider, catalog)
    const text = values.get('search')?.[0]?.toLowerCase() ?? ''
    const found = catalog.filter(
      (model) =>
        (provider === undefined || model.provider === provider) &&
        [model.modelId, model.modelAlias ?? '', model.displayName].some((name) =>
          name.toLowerCase().includes(text),
        ),
    )
    const rows = found.map((model) => ({
      ...model,
      ...effortsOf(model, registry.details(agent.id, model.modelId)),
    }))
    output.data(rows, () => {
      if (catalog.length === 0) return `No models known for ${agent.id}; they depend on its setup.`
      if (found.length === 0) return `No model of ${agent.id} contains ${text}.`
      return tableOf(found, (id) => registry.details(agent.id, id), output)
    })
    return 0
  },
}

function requireProvider(typed: string, catalog: readonly CatalogEntry[]): void {
  const providers = [...new Set(catalog.flatMap(({ provider }) => provider ?? []))]
  if (providers.includes(typed)) return
  const near = nearestName(typed, providers)
  const known = providers.length === 0 ? 'No provider is known.' : `Use one of ${providers.join(', ')}.`
  throw new UsageError(`Unknown provider ${typed}`, near === undefined ? known : `Did you mean ${near}?`)
}

function tableOf(
  models: readonly CatalogEntry[],
  detailsOf: (id: string) => ModelDetails | null,
  { style, width }: Output,
): string {
  const alias = models.some(({ modelAlias }) => modelAlias !== undefined) ? 'ALIAS' : ''
  const head = ['', 'MODEL', alias, 'CONTEXT', 'IN $/M', 'OUT $/M', 'EFFORTS'].map((title) =>
    title === '' ? '' : style.dim(title),
  )
  const body = models.map((model) => {
    const details = detailsOf(model.modelId)
    const { price, assumed = [] } = details ?? {}
    const { efforts = [] } = effortsOf(model, details)
    return [
      model.isDefault ? '*' : model.deprecated ? style.warn('!') : ' ',
      style.bold(model.modelId),
      model.modelAlias ?? '',
      assumed.includes('contextWindow') ? 'unknown' : tokenCount(model.contextWindow),
      price === undefined ? 'unknown' : String(price.input),
      price === undefined ? 'unknown' : String(price.output),
      efforts.length === 0 ? '-' : efforts.join(' '),
    ]
  })
  const legend = ['* default', ...(models.some(({ deprecated }) => deprecated) ? ['! deprecated'] : [])]
  return `${columns([head, ...body], { indent: '', width })}\n\n${style.dim(legend.join(', '))}`
}

/** All effort levels of the model. `thinkingEffortLevels` has only those that agent-mux has a name for. */
function effortsOf(model: CatalogEntry, details: ModelDetails | null): { efforts?: readonly string[] } {
  const efforts = details?.efforts ?? model.thinkingEffortLevels
  return efforts === undefined ? {} : { efforts }
}
