import { defined } from '../../capabilities/defined.ts'
import { sortEfforts } from './derive.ts'
import type { DataSource, ModelPrice, ModelRecord, PriceTier, ProviderRecords } from '../model-record.ts'

/** The used fields of a models.dev provider. */
export interface ModelsDevProvider {
  npm?: string
  models: readonly ModelsDevModel[]
}

/** The used fields of a models.dev model; missing fields are unknown. */
export interface ModelsDevModel {
  id: string
  name: string
  limit: { context: number; output: number }
  modalities: { input: string[]; output: string[] }
  tool_call?: boolean
  reasoning?: boolean
  reasoning_options?: ReasoningOption[]
  structured_output?: boolean
  release_date?: string
  status?: string
  cost?: ModelsDevCost
  provider?: { npm?: string }
  experimental?: { modes?: Record<string, { cost?: ModelsDevCost }> }
}

/** `effort` has `values`, `budget_tokens` may have bounds. */
export interface ReasoningOption {
  type: string
  values?: (string | null)[]
  min?: number
  max?: number
}

interface Prices {
  input: number
  output: number
  cache_read?: number
  cache_write?: number
}

/** US dollars per million tokens. */
export interface ModelsDevCost extends Prices {
  reasoning?: number
  tiers?: (Prices & { tier: { type: string; size: number } })[]
  context_over_200k?: Prices
}

/** A provider's models that write only text and call tools, with their other modes, sorted by id. */
export function providerRecords(
  provider: string,
  { npm = '', models }: ModelsDevProvider,
  source: DataSource,
): ProviderRecords {
  const records = models
    .filter(isUsable)
    .flatMap((model) => [recordOf(model, source), ...modesOf(model, source)])
  return { provider, api: npm, models: sortRecords(records) }
}

/** Sorts by id, so the order does not depend on the source. */
export function sortRecords(records: readonly ModelRecord[]): ModelRecord[] {
  const byId = new Map(records.map((record) => [record.id, record]))
  return [...byId.values()].toSorted((one, other) => (one.id < other.id ? -1 : 1))
}

function isUsable({ id, limit, modalities, tool_call }: ModelsDevModel): boolean {
  const writesText = modalities.output.length === 1 && modalities.output[0] === 'text'
  return id.trim() !== '' && writesText && tool_call === true && limit.context > 0 && limit.output > 0
}

function recordOf(model: ModelsDevModel, source: DataSource): ModelRecord {
  const options = model.reasoning_options ?? []
  const efforts = options.flatMap(({ type, values }) => (type === 'effort' ? (values ?? []) : []))
  const levels = efforts.filter((effort): effort is string => effort !== null && effort !== 'default')
  const budget = options.find(({ type }) => type === 'budget_tokens')
  const { input } = model.modalities
  return {
    id: model.id.trim(),
    name: model.name.trim(),
    context: model.limit.context,
    output: model.limit.output,
    source: source.name,
    date: source.date,
    ...defined({
      released: model.release_date,
      thinks: model.reasoning ? (true as const) : undefined,
      efforts: levels.length === 0 ? undefined : sortEfforts(levels),
      budget: budget === undefined ? undefined : defined({ min: budget.min, max: budget.max }),
      structured: model.structured_output,
      images: input.includes('image') ? (true as const) : undefined,
      files: ['pdf', 'audio', 'video'].some((kind) => input.includes(kind)) ? (true as const) : undefined,
      price: priceOf(model.cost),
      api: model.provider?.npm,
      deprecated: model.status === 'deprecated' ? (true as const) : undefined,
    }),
  }
}

function modesOf(model: ModelsDevModel, source: DataSource): ModelRecord[] {
  const record = recordOf(model, source)
  return Object.entries(model.experimental?.modes ?? {}).map(([mode, { cost }]) => ({
    ...record,
    id: `${record.id}-${mode}`,
    name: `${record.name} (${mode})`,
    mode,
    ...defined({ price: priceOf(cost) ?? record.price }),
  }))
}

function priceOf(cost: ModelsDevCost | undefined): ModelPrice | undefined {
  if (cost === undefined) return undefined
  const over = cost.context_over_200k
  const given =
    cost.tiers ?? (over === undefined ? [] : [{ ...over, tier: { type: 'context', size: 200_000 } }])
  const tiers = given
    .filter(({ tier }) => tier.type === 'context')
    .map((prices): PriceTier => ({ above: boundOf(prices.tier.size), ...pricesOf(prices) }))
    .toSorted((one, other) => one.above - other.above)
  return {
    ...pricesOf(cost),
    ...defined({ thinking: cost.reasoning, tiers: tiers.length === 0 ? undefined : tiers }),
  }
}

function pricesOf({ input, output, cache_read, cache_write }: Prices): Omit<PriceTier, 'above'> {
  return { input, output, ...defined({ cacheRead: cache_read, cacheWrite: cache_write }) }
}

/** Normalizes bounds: some sources give the last size of a tier, others the first of the next (200000 and 200001). */
function boundOf(size: number): number {
  return size % 1000 === 1 ? size - 1 : size
}
