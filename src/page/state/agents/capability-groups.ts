import { dictionaryEntry } from '../../../capabilities/dictionary.ts'
import type { CapabilityProfile } from '../../../capabilities/profile.ts'

/** Capabilities that belong together. */
export interface CapabilityGroup {
  readonly name: string
  readonly ids: readonly string[]
}

/** The groups in the order of the table: ids, or families of ids that end with a dot. */
const groups: readonly (readonly [name: string, members: readonly string[]])[] = [
  ['What it can read', ['prompt.text', 'prompt.image', 'prompt.file', 'prompt.pdf', 'prompt.', 'agents-md']],
  [
    'What it can do',
    ['tools.native', 'execution.code', 'mcp.', 'skills', 'plugins', 'multi-agent.', 'tools.', 'execution.'],
  ],
  [
    'What it remembers',
    ['session.resume', 'session.multi-turn', 'state.memory', 'session.persistence', 'session.', 'state.'],
  ],
  ['How it thinks and answers', ['thinking.', 'output.']],
  ['How you work with it', ['tools.approval', 'interaction.steer', 'interaction.']],
  ['How it talks to other agents', ['messaging.', 'delivery.', 'lifecycle.', 'actions.', 'events.']],
  ['Setting it up', ['install', 'auth', 'auth.status', 'auth.', 'process.', 'transport.', 'identity.']],
]

const other = 'Other'

/** All capability ids of the profiles, sorted. */
export function idsOf(profiles: Iterable<CapabilityProfile>): string[] {
  const ids = new Set<string>()
  for (const { facts } of profiles) for (const id of Object.keys(facts)) ids.add(id)
  return [...ids].toSorted()
}

/** Groups ids for display; unknown ids are in the last group. */
export function groupIds(ids: readonly string[]): CapabilityGroup[] {
  const places = ids.map((id) => ({ id, ...placeOf(id) }))
  const byGroup = Map.groupBy(
    places.toSorted((one, two) => one.group - two.group || one.member - two.member),
    ({ group }) => group,
  )
  return Array.from(byGroup, ([group, own]) => ({
    name: groups[group]?.[0] ?? other,
    ids: own.map(({ id }) => id),
  }))
}

/** The meaning of an id; undefined for an id outside of the dictionary. */
export function meaningOf(id: string): string | undefined {
  return dictionaryEntry(id)?.means
}

/** The group of an id and its place there. An id that is named exactly belongs there, not to its family. */
function placeOf(id: string): { group: number; member: number } {
  for (const fits of [
    (one: string) => one === id,
    (one: string) => one.endsWith('.') && id.startsWith(one),
  ]) {
    for (const [group, [, members]] of groups.entries()) {
      const member = members.findIndex(fits)
      if (member !== -1) return { group, member }
    }
  }
  return { group: groups.length, member: 0 }
}
