import type { AgentDefinition } from '../../src/agents/definition/definition.ts'
import { definitionProfile } from '../../src/agents/facts/definition-profile.ts'
import { dictionary } from '../../src/capabilities/dictionary.ts'
import { type Standing, standingOf } from '../../src/capabilities/standing.ts'
import { differencesOf } from './agent-transports.ts'
import { code, table } from './carriage-tables.ts'

/** Every capability of the dictionary, without families. */
const ids = dictionary.map(({ id }) => id).filter((id) => !id.includes('<'))

const standings: readonly Standing[] = ['supported', 'unsupported', 'unknown', 'not-applicable']

/** How much is known of each agent, one row per agent. */
export function standingTable(definitions: readonly AgentDefinition[]): string {
  const rows = definitions.map((definition) => {
    const groups = standingsOf(definition)
    const count = (standing: Standing): number => groups.get(standing)?.length ?? 0
    const applicable = ids.length - count('not-applicable')
    return [
      `[${definition.id}](#${definition.id})`,
      ...standings.map((standing) => String(count(standing))),
      `${Math.round((100 * count('unknown')) / applicable)} %`,
      String(differencesOf(definition).length),
    ]
  })
  return table(
    [
      'agent',
      'supported',
      'unsupported',
      'unknown',
      'not applicable',
      'unknown of applicable',
      'differ by transport',
    ],
    rows,
  )
}

/** The capabilities that apply to none of these agents. */
export function notApplicableText(definitions: readonly AgentDefinition[]): string {
  const lists = definitions.map((definition) => standingsOf(definition).get('not-applicable') ?? [])
  return ids
    .filter((id) => lists.every((list) => list.includes(id)))
    .map(code)
    .join(', ')
}

function standingsOf(definition: AgentDefinition): Map<Standing, string[]> {
  const profile = definitionProfile(definition, definition.seen?.version)
  return Map.groupBy(ids, (id) => standingOf(profile, id))
}
