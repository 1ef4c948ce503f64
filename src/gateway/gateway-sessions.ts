import { CapstanError } from '../core/capstan-error.ts'
import type { Client } from '../run/client.ts'
import type { PermissionPolicy } from '../run/api/permission-policy.ts'
import type { RunSessionOptions } from '../run/session-options.ts'
import { SessionPool } from '../run/session-pool.ts'
import { readAgentSnapshot } from '../sessions/agent/agent-snapshot.ts'
import type { OwnedAgentSession } from '../sessions/agent/owned-agent-session.ts'
import { openAgentSession, type OpenAgentSessionOptions } from '../sessions/agent/open-agent-session.ts'
import { openWithTools } from '../sessions/agent/open-with-tools.ts'
import { createSessions } from '../sessions/create-sessions.ts'
import type { Participant } from '../sessions/participant.ts'
import type { Sessions } from '../sessions/sessions.ts'
import { createMemoryStore } from '../sessions/store/memory.ts'
import type { SessionStore } from '../sessions/store/session-store.ts'
import { findRecord } from '../sessions/wire/find-record.ts'
import { GatewayError } from './gateway-error.ts'
import { keptPermissions, sessionPermissions } from './threads/session-permissions.ts'
import { SessionTools } from './threads/session-tools.ts'

export interface GatewaySessionsOptions {
  readonly client: Pick<Client, 'session'>
  /** What every session is opened with. */
  readonly session: RunSessionOptions
  /** What the gateway leaves to its clients. */
  readonly permissions: PermissionPolicy
  readonly store?: SessionStore | undefined
  /** Whether agents get the tools to write to each other. */
  readonly offerTools: boolean
  /** How many of them may have an agent that runs. */
  readonly maxSessions: number
  readonly warn: (message: string) => void
}

/** What a session of the gateway is opened with. */
export interface OpeningRequest extends Pick<OpenAgentSessionOptions, 'name' | 'handle' | 'model' | 'cwd'> {
  readonly agent: string
  readonly effort?: string
  readonly permissions?: 'allow' | 'allow-reads' | 'deny'
}

/** The sessions that a gateway looks after, and the agents behind those that it opened itself. */
export class GatewaySessions {
  readonly sessions: Sessions
  readonly store: SessionStore
  readonly #options: GatewaySessionsOptions
  readonly #live = new Map<string, OwnedAgentSession>()
  readonly #pool: SessionPool
  readonly #tools: SessionTools | undefined
  #owner: Participant | undefined

  constructor(options: GatewaySessionsOptions) {
    const { store = createMemoryStore(), warn, client, maxSessions: maxRunning } = options
    this.#options = options
    this.store = store
    this.sessions = createSessions({ store, onWarning: warn })
    this.#pool = new SessionPool({ client, maxRunning, refusal: () => tooManySessions(maxRunning) })
    this.#tools = options.offerTools ? new SessionTools(this.sessions, warn) : undefined
  }

  /** Whoever sends without saying as whom. */
  owner(): Participant {
    this.#owner ??= this.sessions.join({ name: 'user', handle: 'user' })
    return this.#owner
  }

  /** Starts an agent and looks after its session. @throws whatever stops it: nothing is left running then. */
  open(request: OpeningRequest, signal: AbortSignal): Promise<OwnedAgentSession> {
    const { effort, permissions, ...rest } = request
    const policy = sessionPermissions(this.#options.permissions, permissions)
    return this.#start(
      { ...rest, permissions: policy, ...(effort === undefined ? {} : { thinkingEffort: effort }) },
      signal,
    )
  }

  /** Goes on with a session that is kept and does not run. @throws CapstanError `NOT_RESUMABLE` */
  takeUp(reference: string, signal: AbortSignal): Promise<OwnedAgentSession> {
    const { identity, origin } = findRecord(this.sessions, reference)
    if (origin === undefined) {
      const message = `Cannot resume @${identity.handle}: the launch options were not saved`
      throw new CapstanError('NOT_RESUMABLE', message, { hint: 'Open a new session.' })
    }
    // What it was opened with holds against what sessions are opened with here, but for what it may do.
    const { options } = readAgentSnapshot(origin)
    const permissions = keptPermissions(this.#options.permissions, options.permissions)
    return this.#start({ ...options, permissions, snapshot: origin }, signal)
  }

  /** One that was opened here, by id or `@handle`. @throws CapstanError `UNKNOWN_SESSION`, `SESSION_GONE` */
  live(reference: string): OwnedAgentSession {
    const { identity } = findRecord(this.sessions, reference)
    const live = this.#live.get(identity.id)
    const isThere = this.sessions.list().some((one) => one.identity.id === identity.id)
    if (live !== undefined && isThere) return live
    throw new CapstanError('SESSION_GONE', `@${identity.handle} is not running here`, {
      hint: 'Resume the session first, if this gateway opened it.',
    })
  }

  /** Keeps what a session was forked into. */
  keep(session: OwnedAgentSession): OwnedAgentSession {
    this.#live.set(session.identity.id, session)
    return session
  }

  /** Ends the agents and keeps the sessions, so that they can be taken up by whoever opens the store next. */
  async close(): Promise<void> {
    await this.#tools?.close()
    await this.sessions.close()
    await this.#pool.close()
  }

  async #start(opening: Partial<OpenAgentSessionOptions>, signal: AbortSignal): Promise<OwnedAgentSession> {
    // Once it is open, the end of the request is not its end.
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
          signal: starting.signal,
        })
      const mcp = await this.#tools?.access()
      const session = await (mcp === undefined ? attempt({}) : openWithTools(attempt, { mcp, warn }))
      if (starting.signal.aborted)
        await session.release?.('the request was canceled before the session opened')
      return this.keep(session)
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
