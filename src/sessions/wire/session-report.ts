import type { DeliveryState } from '../delivery.ts'
import type { Sessions } from '../sessions.ts'
import { findRecord } from './find-record.ts'
import type { ParticipantSummary, SessionReport } from './wire-methods.ts'

const unended: readonly DeliveryState[] = ['pending', 'surfacing', 'accepted', 'in-doubt', 'dead']

/** All stored sessions, running or not. */
export function sessionReports(sessions: Sessions): SessionReport[] {
  return sessions
    .records()
    .filter(({ kind }) => kind === 'session')
    .map(({ identity }) => sessionReport(sessions, identity.id))
}

/** One session by id or `@handle`, as its owner sees it. @throws CapstanError `UNKNOWN_SESSION`. */
export function sessionReport(sessions: Sessions, reference: string): SessionReport {
  const record = findRecord(sessions, reference)
  const { identity, origin, createdAt } = record
  const managed = sessions.list().find((one) => one.identity.id === identity.id)
  return {
    identity,
    status: managed?.status ?? record.status ?? 'offline',
    ...(managed === undefined ? {} : { capabilities: managed.capabilities }),
    ...(origin === undefined ? {} : { origin }),
    deliveries: countStates(sessions, identity.id),
    unread: sessions.deliveries.count({ recipient: identity.id, unread: true, states: ['delivered'] }),
    createdAt,
  }
}

function countStates(sessions: Sessions, recipient: string): SessionReport['deliveries'] {
  const counts = unended.map(
    (state) => [state, sessions.deliveries.count({ recipient, states: [state] })] as const,
  )
  return Object.fromEntries(counts.filter(([, count]) => count > 0))
}

/** All participants, with the data that everyone may see. */
export function participantSummaries(sessions: Sessions): ParticipantSummary[] {
  const managed = new Map(sessions.list().map((session) => [session.identity.id, session]))
  return sessions.records().map(({ identity, kind, status }) => {
    const { id, name, handle, displayName, description } = identity
    const session = managed.get(id)
    return {
      id,
      name,
      handle,
      ...(displayName === undefined ? {} : { displayName }),
      ...(description === undefined ? {} : { description }),
      kind,
      ...(kind === 'person' ? {} : { status: session?.status ?? status ?? 'offline' }),
      ...(session === undefined ? {} : { modes: session.capabilities.delivery.modes }),
    }
  })
}
