import { capabilityErrorFor } from '../../capabilities/capability-error.ts'
import { compare } from '../../capabilities/compare.ts'
import { type CapabilityRequest, requirementsFor } from '../../capabilities/requirements.ts'
import { CapstanError } from '../../core/capstan-error.ts'
import { createId } from '../../core/ids.ts'
import { handleFrom } from '../check/check-identity.ts'
import type { ManagedSession } from '../managed-session.ts'
import type { Participant } from '../participant.ts'
import type { Sessions } from '../sessions.ts'
import { eventFilter } from './event-filter.ts'
import { findRecord } from './find-record.ts'
import type { SessionOpener } from './session-opener.ts'
import { participantSummaries, sessionReport, sessionReports } from './session-report.ts'
import type { RemoteActions } from './node-router.ts'
import type { HostedSessions } from './remote/hosted-sessions.ts'
import { actionsFor, invokeFor } from './remote-actions.ts'
import type { Grant, Tokens } from './tokens.ts'
import type { SessionReport, WireMethods } from './wire-methods.ts'

/** The context of a request. */
export interface MethodContext {
  sessions: Sessions
  opener: SessionOpener
  grant: Grant
  /** The owner's default identity. */
  owner: () => Participant
  /** Issues and revokes tokens. */
  tokens?: Tokens | undefined
  /** The sessions that clients host. */
  hosted?: HostedSessions | undefined
  /** The actions of other nodes. */
  remote?: RemoteActions | undefined
  signal: AbortSignal
}

type Method<Name extends keyof WireMethods> = (
  context: MethodContext,
  params: WireMethods[Name]['params'],
) => WireMethods[Name]['result'] | Promise<WireMethods[Name]['result']>

/** Methods open to sessions; the owner may call all. */
export const sessionMethods: ReadonlySet<string> = new Set<keyof WireMethods>([
  'whoami',
  'participants',
  'send',
  'reply',
  'inbox',
  'markRead',
  'thread',
  'receipts',
  'actions',
  'invoke',
  'host.receipt',
  'host.emit',
  'host.beat',
])

/** The method handlers. Rights and parameters are already checked. */
export const methods: { readonly [Name in keyof WireMethods]: Method<Name> } = {
  whoami: (context, params) => {
    const { identity, kind } = self(context, params)
    return { identity, kind }
  },
  participants: ({ sessions }) => participantSummaries(sessions),
  send: (context, { as, ...options }) => self(context, { as }).send(options),
  reply: (context, { as, messageId, ...options }) => self(context, { as }).reply(messageId, options),
  inbox: (context, { as, ...query }) => self(context, { as }).inbox(query),
  markRead: async (context, { as, messageIds }) => {
    const participant = self(context, { as })
    const count = messageIds === undefined ? participant.markAllRead() : participant.markRead(messageIds)
    return { count: await count }
  },
  thread: (context, { as, messageId }) => self(context, { as }).thread(messageId),
  receipts: (context, { as, messageId }) => self(context, { as }).receipts(messageId),
  actions: (context, params) => actionsFor(self(context, params), context.remote),
  invoke: (context, { as, action, input = {}, idempotencyKey }) => {
    const { signal, remote } = context
    const key = idempotencyKey === undefined ? {} : { idempotencyKey }
    return invokeFor(self(context, { as }), { action, input, signal, ...key }, remote)
  },

  'session.open': ({ opener, signal, sessions }, params) => {
    if (opener.open === undefined) throw notServed('session.open')
    return opener.open(params, signal).then(({ identity }) => sessionReport(sessions, identity.id))
  },
  'session.list': ({ sessions }) => sessionReports(sessions),
  'session.show': ({ sessions }, { session }) => sessionReport(sessions, session),
  'session.pause': ({ sessions }, { session, reason }) =>
    change(sessions, { session, ability: { lifecycle: 'pause' } }, (managed) => managed.pause?.(reason)),
  'session.resume': async ({ sessions, opener, signal }, { session, env }) => {
    const record = findRecord(sessions, session)
    const managed = sessions.list().find(({ identity }) => identity.id === record.identity.id)
    // A failed session that cannot resume itself is opened again.
    const isGone = managed === undefined || (managed.status === 'failed' && managed.resume === undefined)
    if (isGone && opener.resume !== undefined) {
      await opener.resume(record, { signal, ...(env === undefined ? {} : { env }) })
      return sessionReport(sessions, record.identity.id)
    }
    return change(sessions, { session, ability: { lifecycle: 'resume' } }, (one) =>
      one.resume?.(env === undefined ? {} : { env }),
    )
  },
  'session.release': ({ sessions }, { session, reason }) => {
    const { identity } = findRecord(sessions, session)
    const managed = sessions.list().find((one) => one.identity.id === identity.id)
    const isForgotten = managed?.status === 'failed' && managed.release === undefined
    if (managed !== undefined && !isForgotten)
      return change(sessions, { session, ability: { lifecycle: 'release' } }, (one) => one.release?.(reason))
    sessions.forget(identity.id, reason)
    return sessionReport(sessions, identity.id)
  },
  'session.fork': async ({ sessions }, { session, name, handle }) => {
    const managed = able(sessions, { session, ability: { session: 'fork' } })
    const forked = await managed.fork?.({
      name: name ?? managed.identity.name,
      ...(name === undefined && handle === undefined ? {} : { handle: handle ?? handleFrom(name ?? '') }),
    })
    return sessionReport(sessions, forked?.identity.id ?? session)
  },
  'session.snapshot': async ({ sessions }, { session }) =>
    (await able(sessions, { session, ability: { lifecycle: 'snapshot' } }).snapshot?.()) ?? {},
  'session.flush': async ({ sessions }, { session }) => ({ count: await running(sessions, session).flush() }),
  'deliveries.list': ({ sessions }, query) => sessions.deliveries.list(query),
  'deliveries.redeliver': ({ sessions }, { id, deadline }) =>
    sessions.deliveries.redeliver(id, deadline === undefined ? {} : { deadline }),
  'deliveries.settle': ({ sessions }, { id, as }) => sessions.deliveries.settle(id, as),
  'channels.list': ({ sessions }) => sessions.channels.list(),
  'channels.create': ({ sessions }, { name, ...options }) => sessions.channels.create(name, options),
  'channels.join': ({ sessions }, { name, session }) => sessions.channels.join(name, session),
  'channels.leave': ({ sessions }, { name, session }) => sessions.channels.leave(name, session),
  'actions.add': async ({ opener }, { path }) => {
    if (opener.addActions === undefined) throw notServed('actions.add')
    return { names: await opener.addActions(path) }
  },
  'tokens.issue': async ({ sessions, tokens }, params) => {
    const id = 'session' in params ? createId('ses') : findRecord(sessions, params.participant).identity.id
    if (tokens === undefined) throw notServed('tokens.issue')
    const token = tokens.issue({ rights: 'session', session: id })
    await tokens.stored?.()
    return { token, id }
  },
  'host.receipt': (context, { deliveryId, receipt }) => {
    context.hosted?.receipt(hostedId(context), { deliveryId, receipt })
    return {}
  },
  'host.emit': async (context, { event }) => {
    await context.hosted?.report(hostedId(context), event)
    return {}
  },
  'host.beat': (context) => {
    context.hosted?.beat(hostedId(context))
    return {}
  },
  'tokens.revoke': async ({ sessions, tokens }, { participant }) => {
    const { identity } = findRecord(sessions, participant)
    if (tokens === undefined) throw notServed('tokens.revoke')
    tokens.revoke(identity.id)
    await tokens.stored?.()
    return {}
  },
  'host.stop': ({ opener, sessions }) => {
    if (opener.stop === undefined) throw notServed('host.stop')
    opener.stop()
    return { sessions: sessions.list().length }
  },
  'events.read': ({ sessions }, { session, types, ...query }) => {
    const id = session === undefined ? undefined : findRecord(sessions, session).identity.id
    const limit = query.limit ?? 1000
    const read = sessions.events.read({ ...query, limit, ...(id === undefined ? {} : { session: id }) })
    const { lastCursor } = sessions.events
    const cursor = read.length < limit ? lastCursor : (read.at(-1)?.cursor ?? query.after ?? lastCursor)
    return { entries: read.filter(eventFilter(types)), cursor }
  },
}

/** The caller: the session of the token, or the participant the owner names. */
function self({ sessions, grant, owner }: MethodContext, { as }: { as?: string | undefined }): Participant {
  if (grant.rights === 'session') {
    if (as !== undefined) throw new CapstanError('FORBIDDEN', 'A session can act only as itself')
    const found = sessions.find(grant.session)
    if (found !== undefined) return found
    throw new CapstanError('SESSION_GONE', 'The session of this token is not running')
  }
  if (as === undefined) return owner()
  const { identity, kind } = findRecord(sessions, as)
  return (kind === 'person' ? sessions.find(identity.id) : undefined) ?? running(sessions, as)
}

/** The session of the token. @throws CapstanError `FORBIDDEN` */
export function hostedId({ grant }: Pick<MethodContext, 'grant'>): string {
  if (grant.rights === 'session') return grant.session
  throw new CapstanError('FORBIDDEN', 'Only the token of a session can host it', {
    hint: 'Create a token for the session.',
    commandHint: 'Create one with capstan session token --new.',
  })
}

/** A running session. @throws CapstanError `UNKNOWN_SESSION`, `SESSION_GONE`. */
export function running(sessions: Sessions, reference: string): ManagedSession {
  const { identity } = findRecord(sessions, reference)
  const managed = sessions.list().find((one) => one.identity.id === identity.id)
  if (managed !== undefined) return managed
  throw new CapstanError('SESSION_GONE', `@${identity.handle} is not running`, {
    hint: 'Resume it first.',
    commandHint: `Run capstan session resume @${identity.handle} first.`,
  })
}

interface Ability {
  session: string
  ability: Pick<CapabilityRequest, 'lifecycle' | 'session'>
}

/** A running session with this ability. @throws CapabilityError if it lacks the ability. */
function able(sessions: Sessions, { session, ability }: Ability): ManagedSession {
  const managed = running(sessions, session)
  for (const compared of compare(managed.profile, requirementsFor(ability)).results) {
    const error = capabilityErrorFor(managed.profile, compared)
    if (error !== undefined) throw error
  }
  return managed
}

async function change(
  sessions: Sessions,
  request: Ability,
  work: (managed: ManagedSession) => Promise<void> | undefined,
): Promise<SessionReport> {
  const managed = able(sessions, request)
  await work(managed)
  return sessionReport(sessions, managed.identity.id)
}

function notServed(method: string): CapstanError {
  return new CapstanError('NOT_SERVED', `This server does not support ${method}`)
}
