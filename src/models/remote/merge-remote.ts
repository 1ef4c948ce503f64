import type { ModelRecord, ProviderRecords } from '../model-record.ts'
import { sortRecords } from './models-dev.ts'

/**
 * Merges a provider's fetched models over the bundled ones. A bundled model that the same source no longer has was
 * deleted there: keep it as deprecated, because that source does not mark deprecation. Keep a bundled model of another
 * source unchanged.
 */
export function mergeRemote(
  bundled: ProviderRecords | undefined,
  remote: ProviderRecords,
  fetchedAt: string,
): ProviderRecords {
  const fetched = remote.models.map((record): ModelRecord => ({ ...record, fetchedAt }))
  const served = new Set(fetched.map(({ id }) => id))
  const sourceName = remote.models[0]?.source
  const gone = (bundled?.models ?? [])
    .filter(({ id }) => !served.has(id))
    .map((record): ModelRecord => {
      if (record.source !== sourceName || record.deprecated) return record
      return { ...record, deprecated: true, derived: [...(record.derived ?? []), 'deprecated'] }
    })
  return { ...remote, models: sortRecords([...gone, ...fetched]) }
}
