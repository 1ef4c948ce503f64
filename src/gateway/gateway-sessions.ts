import { CapstanError } from '../core/capstan-error.ts'
import type { Client } from '../run/client.ts'
import type { PermissionPolicy } from '../run/api/permission-policy.ts'
import type { RunSessionOptions } from '../run/session-options.ts'
import { QuietMoment } from '../run/quiet-moment.ts'
import { SessionPool } from '../run/session-pool.ts'
import { type AgentSnapshot, readAgentSnapshot } from '../sessions/agent/agent-snapshot.ts'
import type { OwnedAgentSession } from '../sessions/agent/owned-agent-session.ts'
import { openAgentSession, type OpenAgentSessionOptions } from '../sessions/agent/open-agent-session.ts'
import { openWithTools } from '../sessions/agent/open-with-tools.ts'
import { createSessions } from '../sessions/create-sessions.ts'
import type { AgentIdentity } from '../sessions/identity.ts'
import type { Participant } from '../sessions/participant.ts'
import type { Sessions } from '../sessions/sessions.ts'
import { createMemoryStore } from '../sessions/store/memory.ts'
import type { SessionStore } from '../sessions/store/session-store.ts'
import { findRecord } from '../sessions/wire/find-record.ts'
import { GatewayError } from './gateway-error.ts'
import { resumedPermissions, sessionPermissions } from './threads/session-permissions.ts'
import { SessionTools } from './threads/session-tools.ts'

export interface GatewaySessionsOptions {
  readonly client: Pick<Client, 'session'>
  /** Options of every session. */
  readonly session: RunSessionOptions
  /** The gateway's permission policy. */
  readonly permissions: PermissionPolicy
  readonly store?: SessionStore | undefined
  /** Whether agents get the tools to message each other. */
  readonly offerTools: boolean
  /** Maximum number of running sessions, not counting threads. */
  readonly maxSessions: number
  readonly warn: (message: string) => void
}

/** A request to open a session. */
export interface OpenSessionRequest extends Pick<
  OpenAgentSessionOptions,
  'name' | 'handle' | 'model' | 'cwd'
> {
  readonly agent: string
  readonly effort?: string
  readonly permissions?: 'allow' | 'allow-reads' | 'deny'
}

/** The session of a thread. */
export interface OpenThreadRequest {
  readonly threadId: string
  readonly agent: string
  /** The earlier session of the thread. */
  readonly origin?: AgentSnapshot | undefined
  readonly options: RunSessionOptions
  readonly signal: AbortSignal
}

/** The sessions of a gateway, threads included, and the agents of the ones that it opened. */
export class GatewaySessions {
  readonly sessions: Sessions
  readonly store: SessionStore
  readonly #options: GatewaySessionsOptions
  readonly #running = new Map<string, OwnedAgentSession>()
  readonly #pool: SessionPool
  readonly #threadPool: SessionPool
  readonly #tools: SessionTools | undefined
  readonly #quiet = new QuietMoment()
  #owner: Participant | undefined

  constructor(options: GatewaySessionsOptions) {
    const { store = createMemoryStore(), warn, client, maxSessions: maxRunning } = options
    this.#options = options
    this.store = store
    this.sessions = createSessions({ store, onWarning: warn })
    this.#pool = new SessionPool({ client, maxRunning, refusal: () => tooManySessions(maxRunning) })
    // The gateway limits the number of threads itself.
    this.#threadPool = new SessionPool({
      client,
      maxRunning: Number.POSITIVE_INFINITY,
      refusal: () => tooManySessions(maxRunning),
    })
    this.#tools = options.offerTools ? new SessionTools(this.sessions, warn) : undefined
  }

  /** The sender of messages without a `from`. */
  owner(): Participant {
    this.#owner ??= this.sessions.join({ name: 'user', handle: 'user' })
    return this.#owner
  }

  /** Starts an agent and opens its session. On failure the agent is stopped. */
  open(request: OpenSessionRequest, signal: AbortSignal): Promise<OwnedAgentSession> {
    const { effort, permissions, ...rest } = request
    const policy = sessionPermissions(this.#options.permissions, permissions)
    return this.#start(
      { ...rest, permissions: policy, ...(effort === undefined ? {} : { thinkingEffort: effort }) },
      signal,
    )
  }

  /** Resumes a stored session that is not running. @throws CapstanError `NOT_RESUMABLE` */
  resume(reference: string, signal: AbortSignal): Promise<OwnedAgentSession> {
    const { identity, origin } = findRecord(this.sessions, reference)
    if (origin === undefined) {
      const message = `Cannot resume @${identity.handle}: the launch options were not saved`
      throw new CapstanError('NOT_RESUMABLE', message, { hint: 'Open a new session.' })
    }
    // The session keeps its own options, but only the gateway can allow more: its policy and its sandbox are a limit.
    const { sandbox, allowUnenforced: _, ...options } = readAgentSnapshot(origin).options
    const permissions = resumedPermissions(this.#options.permissions, options.permissions)
    const confined = sandbox === true ? { sandbox } : {}
    return this.#start({ ...options, ...confined, permissions, snapshot: { ...origin, options: {} } }, signal)
  }

  /** Opens the session of a thread, or resumes it; starts a new one if the agent cannot resume it. */
  async openThread(request: OpenThreadRequest): Promise<OwnedAgentSession> {
    const { threadId, agent, origin, options, signal } = request
    const running = origin === undefined ? undefined : this.#running.get(origin.identity.id)
    if (running?.conversation.ended === undefined && running !== undefined) return running
    // The runs that arrive together get their first event before a session is opened for one of them.
    await this.#quiet.wait()
    const session = await openAgentSession({
      ...options,
      client: this.#threadPool,
      sessions: this.sessions,
      agent,
      name: threadSessionName(agent, threadId),
      // A message to the session opens the thread again.
      source: { threadId },
      isOwner: (id) => this.#isOwner(id),
      // The thread has its own settings.
      ...(origin === undefined
        ? {}
        : {
            snapshot: { ...origin, identity: this.#freeIdentity(origin.identity), options: {} },
            orStart: true,
          }),
      signal,
    })
    return this.track(session)
  }

  /** Stops the agent of a thread's session and takes the session offline. */
  async closeThread(session: OwnedAgentSession, reason: string): Promise<void> {
    this.#running.delete(session.identity.id)
    await session.stop(reason)
  }

  /** A running session, by id or `@handle`. @throws CapstanError `UNKNOWN_SESSION`, `SESSION_GONE` */
  running(reference: string): OwnedAgentSession {
    const { identity } = findRecord(this.sessions, reference)
    const session = this.#running.get(identity.id)
    const isRegistered = this.sessions.list().some((one) => one.identity.id === identity.id)
    if (session !== undefined && isRegistered) return session
    throw new CapstanError('SESSION_GONE', `@${identity.handle} is not running here`, {
      hint: 'Resume the session first, if this gateway opened it.',
    })
  }

  /** Adds a session, such as a fork, to the running ones. */
  track(session: OwnedAgentSession): OwnedAgentSession {
    this.#running.set(session.identity.id, session)
    return session
  }

  /** Stops the agents. The store keeps the sessions, so that they can be resumed. */
  async close(): Promise<void> {
    await this.#tools?.close()
    await this.sessions.close()
    await Promise.all([this.#pool.close(), this.#threadPool.close()])
  }

  /** The holder of the gateway's token or cookie is the user of its agents. */
  #isOwner(id: string): boolean {
    return id === this.#owner?.identity.id
  }

  /** The identity with another handle if somebody has taken its own while the session was not stored. */
  #freeIdentity(identity: AgentIdentity): AgentIdentity {
    const isTaken = this.sessions
      .records()
      .some(
        ({ identity: { id, handle }, status }) =>
          id !== identity.id && handle === identity.handle && status !== 'released',
      )
    return isTaken ? { ...identity, handle: identity.id.toLowerCase().replaceAll('_', '-') } : identity
  }

  async #start(opening: Partial<OpenAgentSessionOptions>, signal: AbortSignal): Promise<OwnedAgentSession> {
    // The request's signal only cancels the start: the open session outlives the request.
    const starting = new AbortController()
    const abort = (): void => starting.abort()
    signal.addEventListener('abort', abort, { once: true })
    try {
      const { warn } = this.#options
      const attempt = (access: Pick<OpenAgentSessionOptions, 'mcp'>): Promise<OwnedAgentSession> =>
        openAgentSession({
          ...this.#options.session,
          onWarning: warn,
          ...opening,
          ...access,
          client: this.#pool,
          sessions: this.sessions,
          isOwner: (id) => this.#isOwner(id),
          signal: starting.signal,
        })
      const mcp = await this.#tools?.access()
      const session = await (mcp === undefined ? attempt({}) : openWithTools(attempt, { mcp, warn }))
      if (starting.signal.aborted)
        await session.release?.('the request was canceled before the session opened')
      return this.track(session)
    } finally {
      signal.removeEventListener('abort', abort)
    }
  }
}

function tooManySessions(count: number): GatewayError {
  return new GatewayError('too_many_sessions', `${count} sessions are already running`, {
    hint: 'Release a session first.',
  })
}

/** A name that says which agent the thread has, and differs between threads. */
function threadSessionName(agent: string, threadId: string): string {
  const { createHash } = process.getBuiltinModule('node:crypto')
  return `${agent}-${createHash('sha256').update(threadId).digest('hex').slice(0, 6)}`
}
