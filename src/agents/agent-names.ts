import { anyOf } from '../core/text/any-of.ts'
import { CapstanError } from '../core/capstan-error.ts'
import { requireText } from '../core/check-argument.ts'
import { excerptOf } from '../core/text/excerpt.ts'
import { nearestName } from '../core/text/nearest-name.ts'
import type { AgentDefinition } from './definition/definition.ts'

/** The names that find an agent besides its id: aliases, programs and packages. */
export function otherNamesOf(definition: AgentDefinition): string[] {
  const { name, aliases = [], binaries, package: own, acp } = definition
  const names = [name, ...aliases, ...binaries, own?.name, acp?.bridge?.name, acp?.bridge?.binary]
  // A path is no name: it is valid on one machine only.
  return names.flatMap((other) => (other === undefined || isPath(other) ? [] : [plain(other)]))
}

function isPath(name: string): boolean {
  return /^(?:[/\\.]|[a-z]:)/i.test(name)
}

/** Normalizes a name: `Claude Code`, `claude_code` and `claude-code` are equal. */
function plain(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_]+/g, '-')
}

/**
 * Resolves an id, or another name that only one agent has, to the agent's id.
 * @throws ValidationError for an invalid name, CapstanError `UNKNOWN_AGENT` or `AMBIGUOUS_AGENT`.
 */
export function findAgentId(typed: unknown, definitions: readonly AgentDefinition[]): string {
  requireText(typed, 'agent')
  const [byId] = [typed, plain(typed)].filter((id) => definitions.some((definition) => definition.id === id))
  if (byId !== undefined) return byId
  const found = definitions.filter((definition) => otherNamesOf(definition).includes(plain(typed)))
  const [first, ...others] = found.map(({ id }) => id)
  if (first === undefined) throw unknownAgent(typed, definitions)
  if (others.length === 0) return first
  throw new CapstanError('AMBIGUOUS_AGENT', `${excerptOf(typed)} can be ${anyOf([first, ...others])}`, {
    hint: `Use ${anyOf([first, ...others])}.`,
  })
}

function unknownAgent(typed: string, definitions: readonly AgentDefinition[]): CapstanError {
  const near = nearestAgent(typed, definitions)
  const ids = definitions.map(({ id }) => id)
  const known = ids.length === 0 ? 'Register an agent first.' : `Use one of ${ids.join(', ')}.`
  return new CapstanError('UNKNOWN_AGENT', `There is no agent called ${excerptOf(typed)}`, {
    hint: near === undefined ? known : `Did you mean ${near}?`,
  })
}

/** The id of the agent with the nearest name. */
export function nearestAgent(typed: string, definitions: readonly AgentDefinition[]): string | undefined {
  const idOf = new Map(
    definitions.flatMap((definition) =>
      [...otherNamesOf(definition), definition.id].map((name) => [name, definition.id]),
    ),
  )
  // Ids come last in the map and are compared first, so an id wins over an equally near name.
  const ids = definitions.map(({ id }) => id)
  const near = nearestName(plain(typed), [...ids, ...idOf.keys()])
  return near === undefined ? undefined : idOf.get(near)
}
