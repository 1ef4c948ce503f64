import type { ObservedClaim } from '../capabilities/profile.ts'
import type { CheckReport } from '../testing/contract/report.ts'

/**
 * What a check shows about capabilities. A refuted check is evidence against its capability, unless it observed which
 * part of it works. A check that does not apply or could not be tried shows nothing.
 */
export function checkClaims({
  capability,
  result,
  scope,
  observed,
  saw,
}: CheckReport): readonly ObservedClaim[] {
  if (result === 'not-applicable' || result === 'not-tried') return []
  if (result === 'verified' || capability === undefined) return observed
  const [seen] = observed.filter(({ id }) => id === capability)
  const { support = 'unsupported', ...rest } = seen?.evidence ?? { source: 'observed', scope }
  const evidence = { ...rest, support, detail: saw } as const
  return [...observed.filter(({ id }) => id !== capability), { id: capability, evidence }]
}

/** Ids of the checks themselves are not capabilities, and whether an agent asks depends on its mode. */
export function isCapability(id: string): boolean {
  return !id.startsWith('contract.') && id !== 'tools.approval'
}
