import type { ModelRecord, ProviderRecords } from '../model-record.ts'
import { sortRecords } from './models-dev.ts'

/**
 * Puts what was fetched of a provider over what is bundled. A bundled model of the same source that is no longer in
 * it was retired there: it is kept and called deprecated, because that source deletes instead of marking. A bundled
 * model of another source is kept as it is.
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
