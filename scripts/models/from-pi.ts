import { piLevels, type PiModel, type PiPrices } from '../../src/agents/catalog/pi/model-list.ts'
import { defined } from '../../src/capabilities/defined.ts'
import type { ReportedModel } from '../../src/models/remote/agent-report.ts'
import { protocolOf, sortEfforts } from '../../src/models/remote/derive.ts'
import type { ModelPrice, ModelRecord, PriceTier } from '../../src/models/model-record.ts'
import { piPackage } from './sources.ts'

/** A provider's models in the data of Pi's package. */
export type PiProvider = Record<string, PiModel>

/** Chat models one can talk to: not the batch prices of a gateway, nor other kinds. */
export function piModels(provider: PiProvider): PiModel[] {
  return Object.values(provider).filter(({ id, type }) => type === 'chat' && !/[:-]batch$/.test(id))
}

/** A record of a model that the other source does not have. Pi works through tools, so all its models call them. */
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
    // Its data has images and no other files.
    unknown: ['supportsFileInput'],
  }
}

/** What Pi says otherwise than a record: its working window, its levels and how it speaks to the provider. */
export function piReport(model: PiModel, record: ModelRecord, providerApi: string): ReportedModel {
  const protocol = protocolOf(model.api)
  return defined({
    efforts: piLevels(model),
    contextWindow: model.contextWindow === record.context ? undefined : model.contextWindow,
    maxOutputTokens: model.maxTokens === record.output ? undefined : model.maxTokens,
    protocol: protocol === protocolOf(record.api ?? providerApi) ? undefined : protocol,
  })
}

/** Without a table nothing is known of the words; with one, low to high are themselves unless it says otherwise. */
function effortsOf({ reasoning, thinkingLevelMap: map }: PiModel): string[] {
  if (!reasoning || map === undefined) return []
  const usual = { low: 'low', medium: 'medium', high: 'high' }
  return sortEfforts(Object.values({ ...usual, ...map }).filter((word) => word !== null))
}

/** All zeros is no price for most providers: only a model that calls itself free is. */
function priceOf({ id, name, cost }: PiModel): ModelPrice | undefined {
  if (cost.input === 0 && cost.output === 0 && !/free/i.test(`${id} ${name}`)) return undefined
  const tiers = cost.tiers?.map((tier): PriceTier => ({ above: tier.inputTokensAbove, ...pricesOf(tier) }))
  return { ...pricesOf(cost), ...(tiers === undefined ? {} : { tiers }) }
}

/** A cache price of 0 beside a paid input means that there is none. */
function pricesOf({ input, output, cacheRead, cacheWrite }: PiPrices): Omit<PriceTier, 'above'> {
  const real = (price: number | undefined): number | undefined =>
    price === 0 && input > 0 ? undefined : price
  return { input, output, ...defined({ cacheRead: real(cacheRead), cacheWrite: real(cacheWrite) }) }
}
