import { type CapabilityProfile, factOf } from '../src/capabilities/index.ts'

/** The facts of a profile that another one lacks, as `id: support`, in alphabetical order. */
export function changedFacts(before: CapabilityProfile, after: CapabilityProfile): string[] {
  const ids = new Set([...Object.keys(before.facts), ...Object.keys(after.facts)])
  return [...ids]
    .filter((id) => said(before, id) !== said(after, id))
    .map((id) => `${id}: ${factOf(after, id).support}`)
    .toSorted()
}

function said(profile: CapabilityProfile, id: string): string {
  const { support, value } = factOf(profile, id)
  return JSON.stringify([support, value])
}
