import { type AgentCapabilities, fromProfile } from '../../capabilities/ecosystems/mux/index.ts'
import { type CapabilityProfile, type Claim, createProfile } from '../../capabilities/profile.ts'
import type { AgentDefinition } from '../definition/definition.ts'
import type { Statement } from '../definition/definition-fact.ts'
import { statementsOf } from './derived-facts.ts'

/** The profile that the catalog declares, with evidence. `version` is the installed version, if known. */
export function definitionProfile(definition: AgentDefinition, version?: string): CapabilityProfile {
  const { id } = definition
  const subject = { kind: 'agent', id, ...(version === undefined ? {} : { version }) } as const
  return createProfile(subject, definitionClaims(definition, version))
}

/** The same as claims, for merging with other evidence. */
export function definitionClaims(definition: AgentDefinition, version?: string): Claim[] {
  const declared = statementsOf(definition, version).map((statement) => claimOf(definition, statement))
  return [...declared, ...observedClaims(definition)]
}

/**
 * A fact from a run is an observation of that version, which outranks what the version advertises. A fact from its help is
 * a declaration for that version, and a documented one for any.
 */
function claimOf({ seen }: AgentDefinition, { id, fact, transport }: Statement): Claim {
  const { support, value, basis, note } = fact
  const scope = { ...fact.scope, ...(transport === undefined ? {} : { transport }) }
  const isOfVersion = seen !== undefined && (basis === 'run' || basis === 'help')
  return {
    id,
    evidence: {
      source: basis === 'run' && seen !== undefined ? 'observed' : 'declared',
      support,
      origin: 'catalog',
      detail: [basis === 'none' ? undefined : basis, note].filter(Boolean).join(': ') || 'not verified',
      ...(value === undefined ? {} : { value }),
      ...(Object.keys(scope).length === 0 ? {} : { scope }),
      ...(isOfVersion ? { agentVersion: seen.version, at: seen.at } : {}),
    },
  }
}

/** Observations of the contract suite are evidence for the observed version. */
function observedClaims({ observed }: AgentDefinition): Claim[] {
  if (observed === undefined) return []
  const { version, at, by, facts } = observed
  return Object.entries(facts).map(([id, { support, check }]) => ({
    id,
    evidence: {
      source: 'observed',
      support,
      agentVersion: version,
      at,
      origin: `contract: ${check}`,
      detail: `by ${by}`,
      scope: { transport: 'acp' },
    },
  }))
}

/** The capabilities in agent-mux's total shape; an unknown gets the cautious value. */
export function definitionCapabilities(definition: AgentDefinition): AgentCapabilities {
  return fromProfile(definitionProfile(definition)).declaration
}
