import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AgentDefinition } from '../../src/agents/definition/definition.ts'
import type { ObservedFact, ObservedFacts } from '../../src/agents/definition/definition-observed.ts'
import { type CapabilityProfile, createProfile, factOf, valueOf } from '../../src/capabilities/profile.ts'
import { definitionClaims } from '../../src/agents/facts/definition-profile.ts'
import { checkClaims, isCapability } from '../../src/verify/check-claims.ts'
import type { AgentVerification } from '../../src/verify/report.ts'
import { projectFolder } from './cache.ts'

/** Whether to write the observations instead of comparing them. */
export const isWriting = process.env['CAPSTAN_WRITE_OBSERVED'] === '1'

/** The observations of a contract run, in the form of a definition. */
export function observedFacts(report: AgentVerification, version: string): ObservedFacts {
  const facts = report.checks
    .flatMap((check) => checkClaims(check).map((claim) => ({ ...claim, check: check.name })))
    // The observations of a definition are about ACP as the handshake chose it, and some agents can be steered in one
    // version only.
    .filter(({ id, evidence: { scope } }) => isCapability(id) && scope.transport === 'acp')
    .filter(({ id }) => id !== 'interaction.steer')
    .map(({ id, check, evidence: { support } }): [string, ObservedFact] => [id, { support, check }])
  const sorted = facts.toSorted(([first], [second]) => (first < second ? -1 : 1))
  const { name = '', version: spoken = '' } = report.reported ?? {}
  return {
    version,
    at: report.startedAt.slice(0, 10),
    by: `${name} ${spoken}`.trim(),
    facts: Object.fromEntries(sorted),
  }
}

/** The observations that contradict the catalog, each as a sentence. */
export function contradictions(
  { checks }: Pick<AgentVerification, 'checks'>,
  definition: AgentDefinition,
): string[] {
  const catalog = { acp: catalogOf(definition, 'acp'), cli: catalogOf(definition, 'cli') }
  return checks.flatMap((check) =>
    checkClaims(check).flatMap(({ id, evidence: { support, value, scope } }) => {
      const { name, saw } = check
      if (id.startsWith('contract.')) return []
      // Where everything is allowed, an agent may be in a mode in which it never asks.
      if (name === 'tool-allow' && id === 'tools.approval') return []
      const said = saidOf(catalog[scope.transport], id)
      const seen = id === 'tools.approval' ? asksOf(value) : support
      return said === undefined || said === seen
        ? []
        : [`${id}: the catalog says ${said}, and ${name} saw ${seen} (${saw})`]
    }),
  )
}

/** What the catalog says about one transport. */
function catalogOf(definition: AgentDefinition, transport: 'acp' | 'cli'): CapabilityProfile {
  const { observed: _, ...declared } = definition
  const claims = definitionClaims(declared).filter(
    ({ evidence: { scope } }) => (scope?.transport ?? transport) === transport,
  )
  return createProfile({ kind: 'agent', id: declared.id }, claims)
}

/** The observations in the folder of the definition. */
export function shippedFacts({ id }: AgentDefinition): ObservedFacts | undefined {
  try {
    return JSON.parse(readFileSync(pathOf(id), 'utf8')) as ObservedFacts
  } catch {
    return undefined
  }
}

export function writeObserved({ id }: AgentDefinition, observed: ObservedFacts): void {
  writeFileSync(pathOf(id), `${JSON.stringify(observed, undefined, 2)}\n`)
}

function pathOf(agent: string): string {
  return join(projectFolder, 'src/agents/catalog', agent, 'observed.json')
}

function saidOf(catalog: CapabilityProfile, id: string): string | undefined {
  if (id === 'tools.approval') return asksOf(valueOf(catalog, id))
  const { support } = factOf(catalog, id)
  return support === 'unknown' ? undefined : support
}

function asksOf(value: unknown): string {
  return (value as { required?: boolean } | undefined)?.required === true
    ? 'that it asks'
    : 'that it may not ask'
}
