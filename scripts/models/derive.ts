import { defined } from '../../src/capabilities/defined.ts'
import type { ModelRecord } from '../../src/models/model-record.ts'

// Rules that need all sources at once. Fields they fill in are listed as derived in the record. The rules for a single
// model are in src/models/remote/derive.ts.

/** The newest dated record whose name differs from this one in its numbers only. */
export function newestOfFamily(id: string, known: readonly ModelRecord[]): ModelRecord | undefined {
  return known
    .filter((record) => record.mode === undefined && familyOf(record.id) === familyOf(id))
    .toSorted((one, other) => ((one.released ?? '') < (other.released ?? '') ? -1 : 1))
    .at(-1)
}

/** Fills in fields that the source lacks from the newest record of the family, and lists them as derived. */
export function afterFamily(record: ModelRecord, known: readonly ModelRecord[]): ModelRecord {
  const before = newestOfFamily(record.id, known)
  if (before === undefined) return record
  const { unknown: _, ...said } = record
  const taken = defined({ structured: before.structured, files: before.files })
  return {
    ...said,
    ...taken,
    derived: [...(record.derived ?? []), 'supportsFileInput', 'supportsStructuredOutput'],
  }
}

function familyOf(id: string): string {
  return id.replaceAll(/[-.\d]+/g, '-')
}

/**
 * Gives a record without a release date that of the newest dated record of the same kind whose version is not
 * higher. The date is only good for sorting, so it is listed as derived.
 */
export function estimateReleases(records: readonly ModelRecord[]): ModelRecord[] {
  return records.map((record) => {
    if (record.released !== undefined) return record
    const dates = records
      .filter((other) => isBefore(other.id, record.id))
      .map(({ released }) => released ?? '')
    const released = dates.toSorted().at(-1) ?? ''
    if (released === '') return record
    return { ...record, released, derived: [...(record.derived ?? []), 'released'] }
  })
}

function isBefore(one: string, other: string): boolean {
  const [version, bound] = [versionOf(one), versionOf(other)]
  if (kindOf(one) !== kindOf(other) || (version.length === 0 && bound.length > 0)) return false
  return compareVersions(version, bound) <= 0
}

/** The first word of the name, without the vendor prefix. */
function kindOf(id: string): string {
  return /[a-z]+/i.exec(id.slice(id.lastIndexOf('/') + 1))?.[0].toLowerCase() ?? ''
}

/** The numbers of a name, without dates. */
function versionOf(id: string): number[] {
  const numbers = id.slice(id.lastIndexOf('/') + 1).match(/\d+/g) ?? []
  return numbers.filter((number) => number.length < 4).map(Number)
}

function compareVersions(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((number, place) => number !== other[place])
  if (at === -1) return one.length - other.length
  return (one[at] ?? 0) - (other[at] ?? 0)
}
