import { sessionEventTypes } from '../../capabilities/ecosystems/relay/types.ts'
import { didYouMean } from '../../core/text/nearest-name.ts'
import { ValidationError } from '../../core/validation-error.ts'
import type { EventSelector } from '../event-hub.ts'
import type { LoggedEvent } from '../store/session-store.ts'
import { statusSelectors } from './reported-event.ts'

export interface SelectorContext {
  /** Resolves an id or `@handle`. @throws CapstanError if it is unknown. */
  idOf: (reference: string) => string
  /** @throws CapabilityError if the participant emits none of these types. */
  requireEvents: (id: string, types: readonly string[]) => void
}

/** Whether an event matches the selector. @throws for a type or a session that can match no event. */
export function matcherOf(
  { type, session, where }: EventSelector,
  { idOf, requireEvents }: SelectorContext,
): (entry: LoggedEvent) => boolean {
  const types = typesOf(type)
  const id = session === undefined ? undefined : idOf(session)
  if (id !== undefined && type !== '*') requireEvents(id, types)
  const status = statusSelectors[type]
  return (entry) =>
    (id === undefined || entry.session === id) &&
    (status === undefined
      ? types.includes(entry.event.type)
      : entry.event.type === 'status.changed' && entry.event.status === status) &&
    (where === undefined || where(entry))
}

/** The types that a selector matches. @throws ValidationError if there are none. */
function typesOf(type: string): readonly string[] {
  if (type === '*') return sessionEventTypes
  const types = sessionEventTypes.filter((known) =>
    type.endsWith('.*') ? known.startsWith(type.slice(0, -1)) : known === type,
  )
  if (types.length > 0) return types
  const message = `must be a known type, a family such as "delivery.*", or "*", not ${JSON.stringify(type)}`
  throw new ValidationError(`The event type ${message}`, [{ path: ['type'], message }], {
    hint: didYouMean(type, sessionEventTypes, 'Use a type of Relay’s session events.'),
  })
}
