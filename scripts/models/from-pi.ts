import { piLevels, type PiModel, type PiPrices } from '../../src/agents/catalog/pi/model-list.ts'
import { defined } from '../../src/capabilities/defined.ts'
import type { ReportedModel } from '../../src/models/remote/agent-report.ts'
import { protocolOf, sortEfforts } from '../../src/models/remote/derive.ts'
import type { ModelPrice, ModelRecord, PriceTier } from '../../src/models/model-record.ts'
import { piPackage } from './sources.ts'

/** A provider's models in the data of Pi's package. */
export type PiProvider = Record<string, PiModel>

/** Chat models, without batch variants of a gateway. */
export function piModels(provider: PiProvider): PiModel[] {
  return Object.values(provider).filter(({ id, type }) => type === 'chat' && !/[:-]batch$/.test(id))
}

/** A record of a model that models.dev lacks. Pi works through tools, so all its models call tools. */
export function recordFromPi(model: PiModel): ModelRecord {
  const efforts = effortsOf(model)
  return {
    id: model.id,
    name: model.name,
    context: model.contextWindow,
    output: model.maxTokens,
    ...defined({
      thinks: model.reasoning ? (true as const) : undefined,
      efforts: efforts.length === 0 ? undefined : efforts,
      images: model.input.includes('image') ? (true as const) : undefined,
      price: priceOf(model),
      api: model.api,
    }),
    source: piPackage.name,
    date: piPackage.date,
    derived: ['supportsToolCalling'],
    // Pi's data lists images and no other files.
    unknown: ['supportsFileInput'],
  }
}

/** Where Pi differs from a record: context window, levels and protocol of the provider. */
export function piReport(model: PiModel, record: ModelRecord, providerApi: string): ReportedModel {
  const protocol = protocolOf(model.api)
  return defined({
    efforts: piLevels(model),
    contextWindow: model.contextWindow === record.context ? undefined : model.contextWindow,
    maxOutputTokens: model.maxTokens === record.output ? undefined : model.maxTokens,
    protocol: protocol === protocolOf(record.api ?? providerApi) ? undefined : protocol,
  })
}

/** Without a table the levels are unknown; with one, low to high keep their names unless the table renames them. */
function effortsOf({ reasoning, thinkingLevelMap: map }: PiModel): string[] {
  if (!reasoning || map === undefined) return []
  const defaults = { low: 'low', medium: 'medium', high: 'high' }
  return sortEfforts(Object.values({ ...defaults, ...map }).filter((level) => level !== null))
}

/** Zero prices mean no price, except for a model with "free" in its name. */
function priceOf({ id, name, cost }: PiModel): ModelPrice | undefined {
  if (cost.input === 0 && cost.output === 0 && !/free/i.test(`${id} ${name}`)) return undefined
  const tiers = cost.tiers?.map((tier): PriceTier => ({ above: tier.inputTokensAbove, ...pricesOf(tier) }))
  return { ...pricesOf(cost), ...(tiers === undefined ? {} : { tiers }) }
}

/** A cache price of 0 beside a paid input means no cache price. */
function pricesOf({ input, output, cacheRead, cacheWrite }: PiPrices): Omit<PriceTier, 'above'> {
  const real = (price: number | undefined): number | undefined =>
    price === 0 && input > 0 ? undefined : price
  return { input, output, ...defined({ cacheRead: real(cacheRead), cacheWrite: real(cacheWrite) }) }
}
