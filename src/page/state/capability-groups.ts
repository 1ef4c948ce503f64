import type { CapabilityProfile } from '../../capabilities/profile.ts'

/** Capabilities that belong together. */
export interface CapabilityGroup {
  readonly name: string
  readonly ids: readonly string[]
}

/** All capability ids of the profiles, sorted. */
export function idsOf(profiles: Iterable<CapabilityProfile>): string[] {
  const ids = new Set<string>()
  for (const { facts } of profiles) for (const id of Object.keys(facts)) ids.add(id)
  return [...ids].toSorted()
}

/** Groups ids by their first part. An id without a dot joins the group of its name, or the group `other` at the end. */
export function groupIds(ids: readonly string[]): CapabilityGroup[] {
  const families = new Set(ids.filter((id) => id.includes('.')).map(familyOf))
  const groups = Map.groupBy(ids, (id) => (families.has(familyOf(id)) ? familyOf(id) : other))
  return [...groups]
    .toSorted(([one], [two]) => Number(one === other) - Number(two === other))
    .map(([name, own]) => ({ name, ids: own }))
}

const other = 'other'

function familyOf(id: string): string {
  return id.split('.', 1)[0] ?? id
}
