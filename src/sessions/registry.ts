import { frozenCopy } from '../capabilities/frozen-copy.ts'
import { CapstanError } from '../core/capstan-error.ts'
import { ValidationError } from '../core/validation-error.ts'
import type { Actions } from './actions.ts'
import { Announcements } from './starting/announcements.ts'
import type { AgentSession } from './agent-session.ts'
import { bareHandle } from './check/check-identity.ts'
import { checkSession } from './check/check-session.ts'
import type { DeliveryScheduler } from './delivery-scheduler.ts'
import type { Directory } from './directory.ts'
import type { SessionsContext } from './context.ts'
import { RegisteredSession } from './registered-session.ts'
import type { SessionOwner } from './lifecycle.ts'
import type { ManagedSession } from './managed-session.ts'
import type { Messaging } from './messages/messaging.ts'
import type { RegisterOptions } from './sessions.ts'
import { agentStatuses, isFinal, isResting } from './status-machine.ts'
import type { ParticipantRecord } from './store/session-store.ts'

export interface RegistryOptions {
  context: SessionsContext
  directory: Directory
  scheduler: DeliveryScheduler
  messaging: Messaging
  actions: Actions
  /** Registered sessions by id, without released ones. */
  sessions: Map<string, RegisteredSession>
}

/** How long a session that moves waits for its running deliveries. */
const handOffMs = 5000

/** Registers, releases and forgets sessions. */
export class Registry implements SessionOwner {
  readonly #options: RegistryOptions
  /** Released sessions that can be resumed. */
  readonly #resumable = new Map<string, RegisteredSession>()
  readonly announcements: Announcements

  constructor(options: RegistryOptions) {
    this.#options = options
    this.announcements = new Announcements(options)
  }

  register(session: AgentSession, options: RegisterOptions = {}): ManagedSession {
    const { context, directory, sessions } = this.#options
    context.requireOpen()
    checkSession(session)
    const status = options.status ?? 'idle'
    checkOptions(status, options.safeStates)
    const identity = frozenCopy({ ...session.identity, handle: bareHandle(session.identity.handle) })
    const { id } = identity
    const current = sessions.get(id)
    if (current !== undefined && current.status !== 'failed' && !this.announcements.has(id)) {
      throw new CapstanError('SESSION_EXISTS', `The session ${id} is already registered`, {
        hint: 'Get it with `get`, or choose another id.',
      })
    }
    const record = directory.record(id)
    if (record?.kind === 'person') throw new CapstanError('HANDLE_TAKEN', `The id ${id} belongs to a person`)
    directory.requireFree(identity.handle, id)
    const safeStates = options.safeStates ?? context.policy.safeStates
    const registered = new RegisteredSession({
      ...this.#options,
      identity,
      session,
      owner: this,
      status,
      safeStates,
    })
    registered.listen()
    try {
      this.#keep(registered, { record, origin: options.origin })
    } catch (error) {
      registered.stopListening()
      throw error
    }
    if (current !== undefined) this.#remove(current)
    sessions.set(id, registered)
    this.announcements.complete(id)
    registered.begin()
    return registered
  }

  released(id: string): void {
    const { sessions } = this.#options
    const session = sessions.get(id)
    if (session?.resume !== undefined) this.#resumable.set(id, session)
    sessions.delete(id)
  }

  resumed(id: string): void {
    const { sessions, directory } = this.#options
    const session = this.#resumable.get(id)
    if (session === undefined || sessions.has(id)) {
      throw new CapstanError('SESSION_EXISTS', `The session ${id} is already registered`)
    }
    directory.requireFree(session.identity.handle, id)
    sessions.set(id, session)
    this.#resumable.delete(id)
  }

  /** Releases a session that has failed or is not registered; its queued messages end as released. */
  forget(id: string, reason: string): void {
    const { context, directory, scheduler, sessions } = this.#options
    const current = sessions.get(id)
    if (current !== undefined && current.status !== 'failed') {
      throw new CapstanError('SESSION_EXISTS', `The session ${id} is running`, {
        hint: 'Release it instead.',
      })
    }
    const { kind, status } = directory.record(id) ?? {}
    if (kind !== 'session' || status === 'released') return
    directory.change(id, { status: 'released' }, () => {
      const previous = status === undefined ? {} : { previousStatus: status }
      context.log.append(id, { type: 'status.changed', status: 'released', ...previous, reason })
      context.log.append(id, { type: 'session.released', sessionId: id, reason })
      scheduler.released(id, reason)
    })
    if (current !== undefined) this.#remove(current)
    this.#resumable.delete(id)
  }

  /** Another node has taken the session over: stops it here and reports nothing to other nodes. */
  lose(id: string): void {
    const { sessions, scheduler, context } = this.#options
    const session = sessions.get(id)
    scheduler.lost(id)
    this.#resumable.delete(id)
    if (session === undefined) return
    session.stopListening()
    sessions.delete(id)
    session.stop('another node has taken the session over').catch((error: unknown) => {
      context.warn(`Could not stop the session ${id}`, error)
    })
  }

  /**
   * Makes this node the owner of a stored session whose node is gone. Its unfinished deliveries are in doubt.
   * @throws CapstanError `NOT_OWNER` if its node is alive.
   */
  async takeOver(id: string, reason: string): Promise<void> {
    const { context, directory } = this.#options
    await context.store.shared?.durably(() =>
      context.log.transaction(() => {
        this.#own(id, reason)
        const { status } = directory.record(id) ?? {}
        if (status === undefined || isFinal(status) || isResting(status) || status === 'starting') return
        // If this node is lost before the session runs, the next one sees that it has to run.
        this.#mark(id, 'starting', { previousStatus: status, reason })
      }),
    )
  }

  /** Stops a session here and gives it up. A paused one stays paused. */
  async handOff(id: string, reason: string): Promise<void> {
    const { sessions, scheduler, context } = this.#options
    const session = sessions.get(id)
    if (session === undefined) return
    const isPaused = session.status === 'paused'
    // The end of its agent is no end of the pause.
    if (isPaused) session.stopListening()
    const settled = scheduler.settled(id)
    scheduler.detach(id)
    await session.stop(reason)
    // An agent that hangs leaves its deliveries in doubt.
    await Promise.race([settled, context.clock.sleep(handOffMs)])
    await context.store.shared?.durably(() => (isPaused ? this.#remove(session) : this.leave(id, reason)))
    await context.store.shared?.durably(() => context.store.shared?.unclaim(id))
  }

  /** Becomes the owner of a session in a shared store. */
  #own(id: string, reason: string): void {
    const { shared } = this.#options.context.store
    if (shared === undefined || shared.owns(id)) return
    shared.claim(id)
    this.#options.scheduler.recoverSession(id, reason)
  }

  /** Forgets a stored session that is not registered, and deletes its record. */
  remove(id: string, reason: string): void {
    this.forget(id, reason)
    this.#options.directory.remove(id)
  }

  /** Marks the sessions of an earlier process as offline until they are registered again. */
  findOffline(): void {
    const { directory, context } = this.#options
    if (context.store.shared !== undefined) return
    for (const { identity, kind, status } of directory.records()) {
      if (kind !== 'session' || status === undefined || isFinal(status) || status === 'offline') continue
      this.#mark(identity.id, 'offline', {
        previousStatus: status,
        reason: 'the previous process ended unexpectedly',
      })
    }
  }

  /** Takes a registered session offline, or one that was to be started. Queued messages stay in the store until it is registered again. */
  leave(id: string, reason: string): void {
    const { sessions, directory, context } = this.#options
    const session = sessions.get(id)
    if (session !== undefined) this.#remove(session)
    const previousStatus = session?.status ?? directory.record(id)?.status
    if (previousStatus === undefined || isFinal(previousStatus) || previousStatus === 'offline') return
    // A session that does not run here runs elsewhere, unless it was taken over to be started.
    if (session === undefined && previousStatus !== 'starting') return
    context.unsaved.attempt(`status ${id}`, `Could not store that ${id} is offline`, () =>
      this.#mark(id, 'offline', { previousStatus, reason }),
    )
  }

  leaveAll(): void {
    for (const id of this.#options.sessions.keys()) this.leave(id, 'the sessions were closed')
  }

  #remove(session: RegisteredSession): void {
    const { sessions, scheduler } = this.#options
    session.stopListening()
    scheduler.detach(session.id)
    sessions.delete(session.id)
  }

  #mark(
    id: string,
    status: 'offline' | 'starting',
    change: { previousStatus: ManagedSession['status']; reason: string },
  ): void {
    const { context, directory } = this.#options
    directory.change(id, { status }, () => {
      context.log.append(id, { type: 'status.changed', status, ...change })
    })
  }

  /** Stores the record and logs the start in one transaction. */
  #keep(
    session: RegisteredSession,
    { record, origin }: { record: ParticipantRecord | undefined; origin: RegisterOptions['origin'] },
  ): void {
    const { context, directory } = this.#options
    const { id, identity, status, declared: capabilities } = session
    const now = context.clock.now()
    const kept = origin ?? record?.origin
    const before = this.announcements.has(id) ? 'starting' : record?.status
    const previous = before === undefined ? {} : { previousStatus: before }
    const stored: ParticipantRecord = {
      identity,
      kind: 'session',
      status,
      capabilities,
      ...(kept === undefined ? {} : { origin: kept }),
      createdAt: record?.createdAt ?? now,
      updatedAt: now,
    }
    directory.put(stored, () => {
      this.#own(id, 'the node of the session ended')
      context.log.append(id, {
        type: record === undefined ? 'session.started' : 'session.resumed',
        sessionId: id,
      })
      context.log.append(id, { type: 'status.changed', status, ...previous })
      if (isContextLost(identity) && !isContextLost(record?.identity)) {
        const error = 'Started a new conversation: the earlier one of the agent cannot be reached'
        context.log.append(id, { type: 'error', error, code: 'CONTEXT_LOST' })
      }
    })
  }
}

/** Whether the agent started without the conversation that the session had on another node. */
function isContextLost(identity: ManagedSession['identity'] | undefined): boolean {
  return identity?.metadata?.['contextLost'] !== undefined
}

function checkOptions(status: string, safeStates: readonly string[] = []): void {
  if (!isKnown(status) || isFinal(status as ManagedSession['status'])) {
    const message = 'must be a known status other than released and failed'
    throw new ValidationError(`The status of a new session ${message}`, [{ path: ['status'], message }])
  }
  const unknown = safeStates.filter((each) => !isKnown(each))
  if (unknown.length === 0) return
  const message = `contains ${unknown.join(', ')}, which is not one of ${agentStatuses.join(', ')}`
  throw new ValidationError(`safeStates ${message}`, [{ path: ['safeStates'], message }])
}

function isKnown(status: string): boolean {
  return (agentStatuses as readonly string[]).includes(status)
}
