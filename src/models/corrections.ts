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
}

/** Applies a correction. What a source does say is replaced only where the source is older than the correction. */
export function correct(record: ModelRecord, correction: Correction | undefined): CorrectedRecord {
  if (correction === undefined) return record
  const { successor, deprecatedSince, deprecated, price, date } = correction
  const corrected: CorrectedRecord = { ...record }
  if (successor !== undefined) corrected.successor = successor
  if (deprecatedSince !== undefined) corrected.deprecatedSince = deprecatedSince
  if (record.date >= date) return corrected
  if (deprecated) corrected.deprecated = true
  if (price !== undefined && record.price !== undefined) corrected.price = { ...record.price, ...price }
  return corrected
}
