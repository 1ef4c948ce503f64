import type { AgentStatus } from '../capabilities/ecosystems/relay/types.ts'
import { CapstanError } from '../core/capstan-error.ts'
import type { AgentSession, SessionSnapshot } from './agent-session.ts'
import type { DeliveryScheduler } from './delivery-scheduler.ts'
import type { Directory } from './directory.ts'
import type { SessionsContext } from './context.ts'
import type { AgentIdentity, AgentIdentityInput } from './identity.ts'
import type { ManagedSession } from './managed-session.ts'
import { isAwake, isFinal } from './status-machine.ts'

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
  left(id: string): void
  /** @throws CapstanError if its handle is taken by now. */
  cameBack(id: string): void
}

/** The parts of a registered session that its lifecycle needs. */
export interface LivingSession {
  readonly id: string
  readonly identity: AgentIdentity
  readonly status: AgentStatus
  readonly safeStates: readonly AgentStatus[]
  /** Sets a status; returns false if it cannot follow the current one. */
  become(status: AgentStatus, options?: { reason?: string; takenUp?: boolean }): boolean
  listen(): void
  deafen(): void
  begin(): void
}

export interface LifecycleOptions {
  host: SessionsContext
  session: AgentSession
  scheduler: DeliveryScheduler
  directory: Directory
  owner: SessionOwner
  hosted: LivingSession
}

/** Release, pause, resume, fork and snapshot of a session, and the effect of its own status reports. */
export class SessionLifecycle {
  readonly methods: LifecycleMethods = {
    release: (reason) => this.#release(reason),
    pause: (reason) => this.#pause(reason),
    resume: () => this.#resume(),
    fork: (identity) => this.#fork(identity),
    snapshot: () => this.#snapshot(),
  }
  readonly #options: LifecycleOptions
  /** While paused: the status to return to. */
  #underneath: AgentStatus | undefined
  #isResuming = false

  constructor(options: LifecycleOptions) {
    this.#options = options
  }

  /** Applies a status that the session reported. */
  reported(status: AgentStatus, reason: string | undefined): void {
    const { host, hosted } = this.#options
    if (this.#underneath !== undefined && !this.#isResuming && isAwake(status)) {
      // A turn may end after the pause was requested; that does not end the pause.
      this.#underneath = status
      const message = `The session reported ${status} while paused`
      host.log.append(hosted.id, { type: 'log', level: 'debug', message })
      return
    }
    const before = hosted.status
    if (!hosted.become(status, { ...(reason === undefined ? {} : { reason }), takenUp: this.#isResuming })) {
      host.log.append(hosted.id, {
        type: 'error',
        error: `The session reported ${status}, which cannot follow ${before}`,
        code: 'IMPOSSIBLE_STATUS',
      })
      return
    }
    if (status === 'released' && before !== 'released') this.#left(reason)
  }

  async #release(reason?: string): Promise<void> {
    const { session, hosted } = this.#options
    const said = reason === undefined ? {} : { reason }
    if (hosted.status === 'releasing' || !hosted.become('releasing', said)) throw this.#impossible('released')
    try {
      await session.release?.(reason)
    } catch (error) {
      hosted.become('failed', { reason: `release failed: ${messageOf(error)}` })
      const message = `Could not release @${hosted.identity.handle}: ${messageOf(error)}`
      throw new CapstanError('RELEASE_FAILED', message, { cause: error })
    }
    if (isFinal(hosted.status)) return
    hosted.become('released', said)
    this.#left(reason)
  }

  #left(reason = 'no reason given'): void {
    const { host, scheduler, owner, hosted } = this.#options
    this.#underneath = undefined
    hosted.deafen()
    host.log.append(hosted.id, { type: 'session.released', sessionId: hosted.id, reason })
    scheduler.released(hosted.id, reason)
    owner.left(hosted.id)
  }

  async #pause(reason?: string): Promise<void> {
    const { session, hosted } = this.#options
    const underneath = hosted.status
    if (!isAwake(underneath) && underneath !== 'starting') throw this.#impossible('paused')
    this.#underneath = underneath
    hosted.become('paused', reason === undefined ? {} : { reason })
    try {
      await session.pause?.(reason)
    } catch (error) {
      this.#goOn(`pause failed: ${messageOf(error)}`)
      const message = `Could not pause @${hosted.identity.handle}: ${messageOf(error)}`
      throw new CapstanError('PAUSE_FAILED', message, { cause: error })
    }
  }

  async #resume(): Promise<void> {
    const { host, session, owner, hosted, scheduler } = this.#options
    const before = hosted.status
    if (isAwake(before) || before === 'starting' || before === 'releasing') throw this.#impossible('resumed')
    if (before === 'released') {
      owner.cameBack(hosted.id)
      hosted.listen()
    }
    this.#isResuming = true
    try {
      await session.resume?.()
    } catch (error) {
      if (before === 'released') {
        hosted.deafen()
        owner.left(hosted.id)
      }
      const message = `Could not resume @${hosted.identity.handle}: ${messageOf(error)}`
      throw new CapstanError('RESUME_FAILED', message, { cause: error })
    } finally {
      this.#isResuming = false
    }
    this.#goOn()
    host.log.append(hosted.id, { type: 'session.resumed', sessionId: hosted.id })
    if (before === 'released') hosted.begin()
    else scheduler.changed(hosted.id)
  }

  /** Returns to the status before the pause, or idle, unless the session reported its own status. */
  #goOn(reason?: string): void {
    const { hosted } = this.#options
    const status = this.#underneath ?? 'idle'
    this.#underneath = undefined
    if (isAwake(hosted.status) || hosted.status === 'starting') return
    hosted.become(status, { ...(reason === undefined ? {} : { reason }), takenUp: true })
  }

  async #fork(input: Partial<AgentIdentityInput> = {}): Promise<ManagedSession> {
    const { host, session, directory, owner, hosted } = this.#options
    if (isFinal(hosted.status)) throw this.#impossible('forked')
    const { name, handle } = hosted.identity
    const given = { name, handle: directory.freeHandle(`${handle}-fork`), ...input }
    const child = await session.fork?.(directory.complete(given, 'ses'))
    if (child === undefined) throw this.#impossible('forked')
    const forked = await this.#registered(child, owner)
    const ids = { sessionId: forked.identity.id, parentSessionId: hosted.id }
    host.log.append(hosted.id, { type: 'session.forked', ...ids })
    return forked
  }

  /** Releases a fork that cannot be registered, because no one else holds it. */
  async #registered(child: AgentSession, owner: SessionOwner): Promise<ManagedSession> {
    try {
      const origin = await child.snapshot?.()
      const { safeStates } = this.#options.hosted
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
    const { hosted } = this.#options
    return new CapstanError(
      'IMPOSSIBLE_STATUS',
      `@${hosted.identity.handle} is ${hosted.status} and cannot be ${what}`,
      {
        hint: 'Read `status`, or wait for `status.changed`.',
      },
    )
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
