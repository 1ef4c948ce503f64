import type { AgentDefinition } from '../../src/agents/definition/definition.ts'
import { eachFact, type ScopedFact, unknown } from '../../src/agents/definition/definition-fact.ts'
import { definitionProfile } from '../../src/agents/facts/definition-profile.ts'
import type { Evidence, Support } from '../../src/capabilities/evidence.ts'
import { factOf } from '../../src/capabilities/profile.ts'
import { differencesOf, knownIds } from './agent-transports.ts'
import { code, table } from './carriage-tables.ts'

/** Facts that the first table of the section shows. */
const shownAbove = /^(?:identity\.|process\.|auth$|install$)/

const headings: Readonly<Record<Support, string>> = {
  supported: 'supported',
  unsupported: 'unsupported',
  unknown: 'unknown',
}

interface KnownFact {
  readonly id: string
  readonly support: Support
  readonly how: string
}

/** One row for each support and basis; facts that depend on the transport have their own table. */
export function capabilityTable(definition: AgentDefinition): string {
  const rows = Object.keys(headings).flatMap((support) => {
    const facts = knownFacts(definition).filter((fact) => fact.support === support)
    const groups = Map.groupBy(facts, ({ how }) => how)
    return Array.from(groups, ([how, members]) => [
      headings[support as Support],
      how,
      members.map(({ id }) => code(id)).join(', '),
    ])
  })
  return table(['', 'basis', 'capabilities'], rows)
}

function knownFacts(definition: AgentDefinition): KnownFact[] {
  const profile = definitionProfile(definition, definition.seen?.version)
  const differing = new Set(differencesOf(definition).map(({ id }) => id))
  return knownIds(profile)
    .filter((id) => !shownAbove.test(id) && !differing.has(id))
    .map((id) => {
      const { support, evidence } = factOf(profile, id)
      return { id, support, how: howText(support, evidence) }
    })
}

/** The basis of the deciding evidence; for an unknown, the reason. */
function howText(support: Support, evidence: readonly Evidence[]): string {
  if (support === 'unknown') {
    return evidence.find((piece) => piece.support === 'unknown')?.detail ?? 'no evidence yet'
  }
  const [decider] = evidence
  if (decider?.source !== 'observed') return decider?.detail?.split(':')[0] ?? ''
  return `observed with ${[decider.agentVersion, decider.at?.slice(0, 10)].filter(Boolean).join(', ')}`
}

/** Notes that only repeat the basis of a fact. */
const plainNotes =
  /^(?:advertised over ACP|denied in the ACP handshake|as embedded context|ACP has no field)\b/

/** Notes on single capabilities; capabilities with the same note share a line. */
export function worthKnowing(definition: AgentDefinition): string[] {
  const differing = new Set(differencesOf(definition).map(({ id }) => id))
  const notes = Object.entries(definition.facts)
    .flatMap(([id, entry]) => eachFact(entry).map((scoped) => ({ id, ...scoped })))
    .flatMap(({ id, transport, fact: { support, note, value } }) => {
      if (shownAbove.test(id) || differing.has(id) || support === 'unknown') return []
      const held =
        Array.isArray(value) && value.every((item) => typeof item === 'string') ? value.join(' ') : ''
      const said = note === undefined || plainNotes.test(note) ? '' : note
      const where = transport === undefined ? '' : transport === 'acp' ? 'over ACP: ' : 'command line: '
      const text = [held, said].filter(Boolean).join('; ')
      return text === '' ? [] : [{ id, text: `${where}${text}` }]
    })
  return Array.from(
    Map.groupBy(notes, ({ text }) => text),
    ([text, members]) => `- ${members.map(({ id }) => code(id)).join(', ')}: ${text}`,
  )
}

function factsOf({ facts }: AgentDefinition, id: string): ScopedFact[] {
  const entry = facts[id]
  return entry === undefined ? [{ fact: unknown() }] : eachFact(entry)
}

const needs = {
  'process.git-required': 'a git repository',
  'process.pty-required': 'a terminal',
} as const

/** The platforms of the agent and its requirements. */
export function machineText(definition: AgentDefinition): string {
  const [{ fact: platforms } = { fact: unknown() }] = factsOf(definition, 'process.platforms')
  const { value, basis, note } = platforms
  const where = Array.isArray(value) ? [`${value.join(', ')} (${note ?? basis})`] : []
  const needed = Object.entries(needs).flatMap(([id, what]) =>
    factsOf(definition, id).map(({ transport, fact }) => {
      const scope = transport === undefined ? '' : transport === 'acp' ? 'over ACP ' : 'on the command line '
      if (fact.support === 'unknown') return `${scope}whether it needs ${what} is unknown`
      const text = fact.support === 'supported' ? `needs ${what}` : `needs no ${what.replace('a ', '')}`
      return `${scope}${text} (${[fact.basis, fact.note].filter(Boolean).join(': ')})`
    }),
  )
  return [...where, ...needed].join('; ')
}
