import { requireList } from '../core/check-argument.ts'
import { type CapabilityFact, type CapabilityProfile, factOf } from './profile.ts'
import type { RequiredValue, Requirement } from './requirements.ts'

/** Whether a requirement is met; `unknown` when the support or the required value is unknown. */
export type Verdict = 'met' | 'unsupported' | 'unknown'

export interface ComparedRequirement {
  readonly requirement: Requirement
  readonly verdict: Verdict
  /** The fact behind the verdict. */
  readonly fact: CapabilityFact
}

export interface Comparison {
  /** Whether every requirement is known to be met. */
  readonly ok: boolean
  readonly results: readonly ComparedRequirement[]
}

/** Compares a profile with requirements. Every capability check goes through this function. */
export function compare(profile: CapabilityProfile, requirements: readonly Requirement[]): Comparison {
  requireList(requirements, 'requirements')
  const results = requirements.map((requirement) => {
    const fact = factOf(profile, requirement.id)
    return { requirement, fact, verdict: verdictOf(fact, requirement) }
  })
  return { ok: results.every(({ verdict }) => verdict === 'met'), results }
}

function verdictOf({ support, value }: CapabilityFact, requirement: Requirement): Verdict {
  if (support !== 'supported') return support
  if (requirement.value === undefined) return 'met'
  if (value === undefined) return 'unknown'
  return holds(value, requirement.value) ? 'met' : 'unsupported'
}

function holds(value: unknown, required: RequiredValue): boolean {
  const items: readonly unknown[] = Array.isArray(value) ? value : [value]
  if ('includes' in required) return items.includes(required.includes)
  const [least, most = least] = items
  if (typeof least !== 'number' || typeof most !== 'number') return false
  return required.within >= least && required.within <= most
}
