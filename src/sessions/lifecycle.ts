import type { AgentStatus } from '../capabilities/ecosystems/relay/types.ts'
import { CapstanError } from '../core/capstan-error.ts'
import type { AgentSession, ResumeSessionOptions, SessionSnapshot } from './agent-session.ts'
import type { DeliveryScheduler } from './delivery-scheduler.ts'
import type { Directory } from './directory.ts'
import type { SessionsContext } from './context.ts'
import type { AgentIdentity, AgentIdentityInput } from './identity.ts'
import type { ManagedSession } from './managed-session.ts'
import { isAwake, isFinal, type OwnerDecision } from './status-machine.ts'

export type LifecycleMethods = Required<
  Pick<ManagedSession, 'release' | 'pause' | 'resume' | 'fork' | 'snapshot'>
>

/** The registry, as the lifecycle of a session uses it. */
export interface SessionOwner {
  /** Registers a forked session. */
  register(
    session: AgentSession,
    options: { safeStates: readonly AgentStatus[]; origin?: SessionSnapshot },
  ): ManagedSession
  released(id: string): void
  /** @throws CapstanError if its handle is taken by now. */
  resumed(id: string): void
}

/** The parts of a registered session that its lifecycle needs. */
export interface LifecycleSession {
  readonly id: string
  readonly identity: AgentIdentity
  readonly status: AgentStatus
  readonly safeStates: readonly AgentStatus[]
  /** Sets a status; returns false if it cannot follow the current one. */
  become(status: AgentStatus, options?: { reason?: string; decision?: OwnerDecision | undefined }): boolean
  listen(): void
  stopListening(): void
  begin(): void
}

export interface LifecycleOptions {
  context: SessionsContext
  session: AgentSession
  scheduler: DeliveryScheduler
  directory: Directory
  owner: SessionOwner
  registered: LifecycleSession
}

/** Release, pause, resume, fork and snapshot of a session, and the effect of its own status reports. */
export class SessionLifecycle {
  readonly methods: LifecycleMethods = {
    release: (reason) => this.#release(reason),
    pause: (reason) => this.#pause(reason),
    resume: (options) => this.#resume(options),
    fork: (identity) => this.#fork(identity),
    snapshot: () => this.#snapshot(),
  }
  readonly #options: LifecycleOptions
  /** While paused: the status to return to. */
  #statusBeforePause: AgentStatus | undefined
  /** What the owner is doing with the session. */
  #decision: OwnerDecision | undefined

  constructor(options: LifecycleOptions) {
    this.#options = options
  }

  /** Applies a status that the session reported. */
  reported(status: AgentStatus, reason: string | undefined): void {
    const { context, registered } = this.#options
    if (this.#statusBeforePause !== undefined && this.#decision !== 'resume' && isAwake(status)) {
      // A turn may end after the pause was requested; that does not end the pause.
      this.#statusBeforePause = status
      const message = `The session reported ${status} while paused`
      context.log.append(registered.id, { type: 'log', level: 'debug', message })
      return
    }
    const before = registered.status
    const details = reason === undefined ? {} : { reason }
    if (!registered.become(status, { ...details, decision: this.#decision })) {
      context.log.append(registered.id, {
        type: 'error',
        error: `The session reported ${status}, which cannot follow ${before}`,
        code: 'IMPOSSIBLE_STATUS',
      })
      return
    }
    if (status === 'released' && before !== 'released') this.#finishRelease(reason)
  }

  async #release(reason?: string): Promise<void> {
    const { session, registered } = this.#options
    const hadFailed = registered.status === 'failed'
    const details = { ...(reason === undefined ? {} : { reason }), decision: 'release' as const }
    if (registered.status === 'releasing' || !registered.become('releasing', details))
      throw this.#impossible('released')
    this.#decision = 'release'
    try {
      await session.release?.(reason)
    } catch (error) {
      this.#releaseFailed(error, hadFailed)
    } finally {
      this.#decision = undefined
    }
    if (registered.status === 'released') return
    registered.become('released', details)
    this.#finishRelease(reason)
  }

  /** A session that had already failed is released anyway: its agent may be unable to answer. */
  #releaseFailed(error: unknown, hadFailed: boolean): void {
    const { context, registered } = this.#options
    if (hadFailed) {
      const message = `Released the failed session although its release failed: ${messageOf(error)}`
      context.log.append(registered.id, { type: 'log', level: 'warn', message })
      return
    }
    registered.become('failed', { reason: `release failed: ${messageOf(error)}` })
    const message = `Could not release @${registered.identity.handle}: ${messageOf(error)}`
    throw new CapstanError('RELEASE_FAILED', message, {
      hint: 'Release it again to give up the agent.',
      commandHint: `Run capstan session release @${registered.identity.handle} again to give up the agent.`,
      cause: error,
    })
  }

  #finishRelease(reason = 'no reason given'): void {
    const { context, scheduler, owner, registered } = this.#options
    this.#statusBeforePause = undefined
    registered.stopListening()
    const { id } = registered
    context.unsaved.attempt(`release ${id}`, `Could not store the release of ${id}`, () =>
      context.log.transaction(() => {
        context.log.append(id, { type: 'session.released', sessionId: id, reason })
        scheduler.released(id, reason)
      }),
    )
    scheduler.detach(id)
    owner.released(id)
  }

  async #pause(reason?: string): Promise<void> {
    const { session, registered } = this.#options
    const current = registered.status
    if (!isAwake(current) && current !== 'starting') throw this.#impossible('paused')
    this.#statusBeforePause = current
    registered.become('paused', reason === undefined ? {} : { reason })
    try {
      await session.pause?.(reason)
    } catch (error) {
      this.#restoreStatus(`pause failed: ${messageOf(error)}`)
      const message = `Could not pause @${registered.identity.handle}: ${messageOf(error)}`
      throw new CapstanError('PAUSE_FAILED', message, { cause: error })
    }
  }

  async #resume(options?: ResumeSessionOptions): Promise<void> {
    const { context, session, owner, registered, scheduler } = this.#options
    const before = registered.status
    if (isAwake(before) || before === 'starting' || before === 'releasing') throw this.#impossible('resumed')
    if (before === 'released') {
      owner.resumed(registered.id)
      registered.listen()
    }
    this.#decision = 'resume'
    try {
      await session.resume?.(options)
    } catch (error) {
      if (before === 'released') {
        registered.stopListening()
        owner.released(registered.id)
      }
      const message = `Could not resume @${registered.identity.handle}: ${messageOf(error)}`
      throw new CapstanError('RESUME_FAILED', message, { ...hintsOf(error), cause: error })
    } finally {
      this.#decision = undefined
    }
    this.#restoreStatus()
    context.log.append(registered.id, { type: 'session.resumed', sessionId: registered.id })
    if (before === 'released') registered.begin()
    else scheduler.changed(registered.id)
  }

  /** Returns to the status before the pause, or idle, unless the session reported its own status. */
  #restoreStatus(reason?: string): void {
    const { registered } = this.#options
    const status = this.#statusBeforePause ?? 'idle'
    this.#statusBeforePause = undefined
    if (isAwake(registered.status) || registered.status === 'starting') return
    registered.become(status, { ...(reason === undefined ? {} : { reason }), decision: 'resume' })
  }

  async #fork(input: Partial<AgentIdentityInput> = {}): Promise<ManagedSession> {
    const { context, session, directory, owner, registered } = this.#options
    if (isFinal(registered.status)) throw this.#impossible('forked')
    const { name, handle } = registered.identity
    const given = { name, handle: directory.freeHandle(`${handle}-fork`), ...input }
    const child = await session.fork?.(directory.complete(given, 'ses'))
    if (child === undefined) throw this.#impossible('forked')
    const forked = await this.#registered(child, owner)
    const ids = { sessionId: forked.identity.id, parentSessionId: registered.id }
    context.log.append(registered.id, { type: 'session.forked', ...ids })
    return forked
  }

  /** Releases a fork that cannot be registered, because no one else holds it. */
  async #registered(child: AgentSession, owner: SessionOwner): Promise<ManagedSession> {
    try {
      const origin = await child.snapshot?.()
      const { safeStates } = this.#options.registered
      return owner.register(child, { safeStates, ...(origin === undefined ? {} : { origin }) })
    } catch (error) {
      await child.release?.('registration failed')
      throw error
    }
  }

  async #snapshot(): Promise<SessionSnapshot> {
    const snapshot = await this.#options.session.snapshot?.()
    if (snapshot === undefined) throw this.#impossible('saved as a snapshot')
    return snapshot
  }

  #impossible(what: string): CapstanError {
    const { registered } = this.#options
    return new CapstanError(
      'IMPOSSIBLE_STATUS',
      `@${registered.identity.handle} is ${registered.status} and cannot be ${what}`,
      {
        hint: 'Read `status`, or wait for `status.changed`.',
      },
    )
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

function hintsOf(error: unknown): { hint?: string; commandHint?: string } {
  if (!CapstanError.isInstance(error)) return {}
  const { hint, commandHint } = error
  return { ...(hint === undefined ? {} : { hint }), ...(commandHint === undefined ? {} : { commandHint }) }
}
