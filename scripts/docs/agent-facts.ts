import type { AgentDefinition } from '../../src/agents/definition.ts'
import { type DefinitionFact, eachFact, unknown } from '../../src/agents/definition-fact.ts'
import { definitionProfile } from '../../src/agents/definition-profile.ts'
import type { Support } from '../../src/capabilities/evidence.ts'
import { factOf } from '../../src/capabilities/profile.ts'
import { code, table } from './carriage-tables.ts'

/** What has a row of its own. */
const elsewhere = /^(?:identity\.|process\.|auth$|install$)/

const headings: Readonly<Record<Support, string>> = {
  supported: 'works',
  unsupported: 'does not',
  unknown: 'unknown',
}

interface KnownFact {
  readonly id: string
  readonly support: Support
  readonly how: string
}

/** One row for each answer and each way we know it. */
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
  return table(['', 'how we know', 'capabilities'], rows)
}

function knownFacts(definition: AgentDefinition): KnownFact[] {
  const profile = definitionProfile(definition, definition.seen?.version)
  return Object.keys(profile.facts)
    .filter((id) => !elsewhere.test(id))
    .map((id) => {
      const { support, evidence } = factOf(profile, id)
      const [decider] = evidence
      const isObserved = decider?.source === 'observed'
      const seen = [decider?.agentVersion, decider?.at?.slice(0, 10)].filter(Boolean).join(', ')
      const basis = firstFact(definition, id)?.basis ?? 'none'
      const how = isObserved ? `observed with ${seen}` : basis === 'none' ? 'not established' : basis
      return { id, support, how }
    })
}

/** Notes that only say on what a fact rests. */
const plainNotes =
  /^(?:not verified|not tried|advertised over ACP|denied in the ACP handshake|not run|it could not be run)\b/

/** What a reader should know of single capabilities; those of which the same is said stand together. */
export function worthKnowing({ facts }: AgentDefinition): string[] {
  const notes = Object.entries(facts)
    .flatMap(([id, entry]) => eachFact(entry).map((scoped) => ({ id, ...scoped })))
    .flatMap(({ id, transport, fact: { note, value } }) => {
      if (elsewhere.test(id)) return []
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

function firstFact({ facts }: AgentDefinition, id: string): DefinitionFact | undefined {
  const entry = facts[id]
  return entry === undefined ? undefined : eachFact(entry)[0]?.fact
}

const needs = {
  'process.git-required': 'a git repository',
  'process.pty-required': 'a terminal',
} as const

/** What it asks of the machine: where it runs, and what it does not run without. */
export function machineText(definition: AgentDefinition): string {
  const { value, basis, note } = firstFact(definition, 'process.platforms') ?? unknown()
  const platforms = Array.isArray(value) ? [`${value.join(', ')} (${note ?? basis})`] : []
  const needed = Object.entries(needs).map(([id, what]) => {
    const { support, basis: rests, note: about } = firstFact(definition, id) ?? unknown()
    if (support === 'unknown') return `whether it needs ${what} is unknown`
    const text = support === 'supported' ? `needs ${what}` : `needs no ${what.replace('a ', '')}`
    return `${text} (${[rests, about].filter(Boolean).join(': ')})`
  })
  return [...platforms, ...needed].join('; ')
}
