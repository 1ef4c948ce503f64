import type { AgentStatus } from '../../capabilities/ecosystems/relay/types.ts'
import type { DeliveryState } from '../delivery.ts'
import type { DeliveryWait } from '../delivery/wait.ts'
import type { ManagedSession } from '../managed-session.ts'
import type { Sessions } from '../sessions.ts'
import { isFinal } from '../status-machine.ts'
import type { ParticipantRecord } from '../store/session-store.ts'
import { findRecord } from './find-record.ts'
import type { ParticipantSummary, SessionReport } from './wire-methods.ts'

/** The most waiting deliveries in the report of one session. */
const maxWaiting = 20
const open: readonly DeliveryState[] = ['in-doubt', 'pending', 'surfacing', 'accepted']
const unended: readonly DeliveryState[] = ['pending', 'surfacing', 'accepted', 'in-doubt', 'dead']

/** All stored sessions, running or not. */
export function sessionReports(sessions: Sessions): SessionReport[] {
  const running = new Map(sessions.list().map((session) => [session.identity.id, session]))
  return sessions
    .records()
    .filter(({ kind }) => kind === 'session')
    .map((record) => reportOf(sessions, record, { managed: running.get(record.identity.id), maxWaits: 1 }))
}

/** One session by id or `@handle`, as its owner sees it. @throws CapstanError `UNKNOWN_SESSION`. */
export function sessionReport(sessions: Sessions, reference: string): SessionReport {
  const record = findRecord(sessions, reference)
  const managed = sessions.list().find(({ identity }) => identity.id === record.identity.id)
  return reportOf(sessions, record, { managed, maxWaits: maxWaiting })
}

function reportOf(
  sessions: Sessions,
  record: ParticipantRecord,
  { managed, maxWaits }: { managed: ManagedSession | undefined; maxWaits: number },
): SessionReport {
  const { identity, origin, createdAt } = record
  const deliveries = countStates(sessions, identity.id)
  return {
    identity,
    status: managed?.status ?? storedStatus(sessions, record),
    ...(managed === undefined ? {} : { capabilities: managed.capabilities }),
    ...(origin === undefined ? {} : { origin }),
    deliveries,
    unread: sessions.deliveries.count({ recipient: identity.id, unread: true, states: ['delivered'] }),
    waiting: waitsOf(sessions, { recipient: identity.id, deliveries, limit: maxWaits }),
    createdAt,
  }
}

/** The status of a session that is not running here: a stored status is outdated unless it lasts or another node runs it. */
function storedStatus(sessions: Sessions, { identity, status = 'offline' }: ParticipantRecord): AgentStatus {
  const lasts = status === 'starting' || status === 'paused' || isFinal(status)
  const isCurrent = lasts || sessions.isElsewhere(identity.id)
  return isCurrent ? status : 'offline'
}

/** Deliveries in doubt first: they need a decision and may hold back the others. */
function waitsOf(
  { deliveries: all }: Sessions,
  { recipient, deliveries, limit }: Pick<SessionReport, 'deliveries'> & { recipient: string; limit: number },
): DeliveryWait[] {
  const found = open
    .filter((state) => deliveries[state] !== undefined)
    .flatMap((state) => all.list({ recipient, states: [state], limit }))
  return found.slice(0, limit).flatMap(({ id }) => all.waiting(id) ?? [])
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
  return sessions.records().map((record) => {
    const { identity, kind } = record
    const { id, name, handle, displayName, description } = identity
    const session = managed.get(id)
    return {
      id,
      name,
      handle,
      ...(displayName === undefined ? {} : { displayName }),
      ...(description === undefined ? {} : { description }),
      kind,
      ...(kind === 'person' ? {} : { status: session?.status ?? storedStatus(sessions, record) }),
      ...(session === undefined ? {} : { modes: session.capabilities.delivery.modes }),
    }
  })
}
