import { sessionEventTypes } from '../../capabilities/ecosystems/relay/types.ts'
import { didYouMean } from '../../core/text/nearest-name.ts'
import { ValidationError } from '../../core/validation-error.ts'
import { agentStatuses } from '../status-machine.ts'
import type { LoggedEvent } from '../store/session-store.ts'

/**
 * Matches types, families such as `delivery.*`, and statuses such as `status.idle`.
 * @throws ValidationError for an unknown type, which would never match.
 */
export function eventFilter(types: readonly string[] | undefined): (entry: LoggedEvent) => boolean {
  for (const type of types ?? []) requireKnown(type)
  if (types === undefined || types.length === 0 || types.includes('*')) return () => true
  const requested = new Set(types)
  return ({ event }) => {
    if (requested.has(event.type) || requested.has(familyOf(event.type))) return true
    return event.type === 'status.changed' && requested.has(`status.${event.status}`)
  }
}

function familyOf(type: string): string {
  return `${type.split('.')[0]}.*`
}

function requireKnown(type: string): void {
  const names: readonly string[] = [
    ...sessionEventTypes,
    ...agentStatuses.map((status) => `status.${status}`),
  ]
  const known = new Set(['*', ...names, ...names.filter((name) => name.includes('.')).map(familyOf)])
  if (known.has(type)) return
  throw new ValidationError(`Unknown event type ${JSON.stringify(type)}`, [], {
    hint: didYouMean(type, known, `Known types: ${[...known].join(', ')}.`),
  })
}
