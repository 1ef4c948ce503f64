import type { ModelRecord } from '../../src/models/model-record.ts'

/**
 * Gives a record without a release date that of the newest dated record of the same kind whose version is not
 * higher. It is good for putting models in order and for nothing else, so it is named as derived.
 */
export function estimateReleases(records: readonly ModelRecord[]): ModelRecord[] {
  const dated = records.filter(({ released }) => released !== undefined)
  return records.map((record) => {
    if (record.released !== undefined) return record
    const version = versionOf(record.id)
    const dates = dated
      .filter(
        (other) =>
          kindOf(other.id) === kindOf(record.id) && compareVersions(versionOf(other.id), version) <= 0,
      )
      .map(({ released }) => released ?? '')
      .toSorted()
    const released = dates.at(-1)
    return released === undefined
      ? record
      : { ...record, released, derived: [...(record.derived ?? []), 'released'] }
  })
}

/** The first word of the name, behind the maker's where there is one. */
function kindOf(id: string): string {
  return /[a-z]+/i.exec(id.slice(id.lastIndexOf('/') + 1))?.[0].toLowerCase() ?? ''
}

/** The numbers of a name up to a date. */
function versionOf(id: string): number[] {
  const numbers = id.slice(id.lastIndexOf('/') + 1).match(/\d+/g) ?? []
  return numbers.filter((number) => number.length < 4).map(Number)
}

function compareVersions(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((number, place) => number !== other[place])
  if (at === -1) return one.length - other.length
  return (one[at] ?? 0) - (other[at] ?? 0)
}
