import { type AgentCapabilities, fromProfile } from '../../capabilities/ecosystems/mux/index.ts'
import { type CapabilityProfile, type Claim, createProfile } from '../../capabilities/profile.ts'
import type { AgentDefinition } from '../definition/definition.ts'
import type { Statement } from '../definition/definition-fact.ts'
import { statementsOf } from './derived-facts.ts'

/** What the catalogue declares about an agent, with its evidence. `version` is the installed one, where known. */
export function definitionProfile(definition: AgentDefinition, version?: string): CapabilityProfile {
  const { id } = definition
  const subject = { kind: 'agent', id, ...(version === undefined ? {} : { version }) } as const
  return createProfile(subject, definitionClaims(definition, version))
}

/** The same for somebody who weighs it with other evidence: weighing it alone first would decide nothing. */
export function definitionClaims(definition: AgentDefinition, version?: string): Claim[] {
  const declared = statementsOf(definition, version).map((statement) => claimOf(definition, statement))
  return [...declared, ...observedClaims(definition)]
}

/** A fact that was run is evidence of that version; one that is only documented is of none in particular. */
function claimOf({ seen }: AgentDefinition, { id, fact, transport }: Statement): Claim {
  const { support, value, basis, note } = fact
  const scope = { ...fact.scope, ...(transport === undefined ? {} : { transport }) }
  const isOfVersion = seen !== undefined && (basis === 'run' || basis === 'help')
  return {
    id,
    evidence: {
      source: 'declared',
      support,
      origin: 'catalogue',
      detail: [basis === 'none' ? undefined : basis, note].filter(Boolean).join(': ') || 'not verified',
      ...(value === undefined ? {} : { value }),
      ...(Object.keys(scope).length === 0 ? {} : { scope }),
      ...(isOfVersion ? { agentVersion: seen.version, at: seen.at } : {}),
    },
  }
}

/** What the contract suite saw is evidence of the version it saw. */
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

/** The agent's capabilities in agent-mux's total shape: an unknown is the careful value. */
export function definitionCapabilities(definition: AgentDefinition): AgentCapabilities {
  return fromProfile(definitionProfile(definition)).declaration
}
