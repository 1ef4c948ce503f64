import type { CapabilityProfile } from '../../../capabilities/profile.ts'

/** Capabilities that belong together. */
export interface CapabilityGroup {
  readonly name: string
  readonly ids: readonly string[]
}

/** All ids that any of the profiles speaks of, in order. */
export function idsOf(profiles: Iterable<CapabilityProfile>): string[] {
  const ids = new Set<string>()
  for (const { facts } of profiles) for (const id of Object.keys(facts)) ids.add(id)
  return [...ids].toSorted()
}

/** Ids by their first word; ids without a dot are a group of their own. */
export function groupIds(ids: readonly string[]): CapabilityGroup[] {
  const groups = Map.groupBy(ids, (id) => (id.includes('.') ? id.slice(0, id.indexOf('.')) : 'other'))
  return [...groups].map(([name, own]) => ({ name, ids: own }))
}
