import { defined } from '../capabilities/defined.ts'
import type { ModelPrice, ModelRecord } from './model-record.ts'

/** A handwritten fact about one model that no source provides, with its evidence. */
export interface Correction {
  provider: string
  model: string
  /** ISO 8601 date of the evidence. */
  date: string
  evidence: string
  /** The successor, by the provider's id. */
  successor?: string
  deprecated?: true
  /** ISO 8601 date. */
  deprecatedSince?: string
  price?: Partial<ModelPrice>
}

/** A corrected record. */
export interface CorrectedRecord extends ModelRecord {
  successor?: string
  deprecatedSince?: string
  /** The corrected fields by their published names, and the evidence. */
  correction?: { fields: string[]; date: string; evidence: string }
}

/** Applies a correction. A source's value is replaced only if the source is older than the correction. */
export function correct(record: ModelRecord, correction: Correction | undefined): CorrectedRecord {
  if (correction === undefined) return record
  const { successor, deprecatedSince, deprecated, date, evidence } = correction
  const isOlder = record.date < date
  const price = isOlder && record.price !== undefined ? correction.price : undefined
  const fields = [
    ...(successor === undefined ? [] : ['successorModelId']),
    ...(deprecatedSince === undefined ? [] : ['deprecatedSince']),
    ...(isOlder && deprecated ? ['deprecated'] : []),
    ...Object.keys(price ?? {}).map((part) => priceFields[part as keyof typeof priceFields]),
  ]
  if (fields.length === 0) return record
  return {
    ...record,
    ...defined({ successor, deprecatedSince }),
    ...(isOlder && deprecated ? { deprecated } : {}),
    ...(price === undefined || record.price === undefined ? {} : { price: { ...record.price, ...price } }),
    correction: { fields, date, evidence },
  }
}

const priceFields: Readonly<Record<keyof ModelPrice, string>> = {
  input: 'inputPricePerMillion',
  output: 'outputPricePerMillion',
  thinking: 'thinkingPricePerMillion',
  cacheRead: 'cachedInputPricePerMillion',
  cacheWrite: 'price.cacheWrite',
  tiers: 'price.tiers',
}
