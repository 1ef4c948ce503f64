import { defined } from '../capabilities/defined.ts'
import type { ModelPrice, ModelRecord } from './model-record.ts'

/** Something about one model that no source says, kept by hand with the reason to believe it. */
export interface Correction {
  provider: string
  model: string
  /** ISO 8601 date of the evidence. */
  date: string
  evidence: string
  /** What to use instead, by the provider's id. */
  successor?: string
  deprecated?: true
  /** ISO 8601 date. */
  deprecatedSince?: string
  price?: Partial<ModelPrice>
}

/** A record with what is corrected about it. */
export interface CorrectedRecord extends ModelRecord {
  successor?: string
  deprecatedSince?: string
  /** What was corrected, and why: the fields by their published names. */
  correction?: { fields: string[]; date: string; evidence: string }
}

/** Applies a correction. What a source does say is replaced only where the source is older than the correction. */
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
