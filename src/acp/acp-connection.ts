import type { IAgentCapabilities } from '../capabilities/ecosystems/acp/types.ts'
import { resumeCall } from '../capabilities/ecosystems/acp/fields.ts'
import { type CapabilityProfile, supportOf } from '../capabilities/profile.ts'
import type { CapstanError } from '../core/capstan-error.ts'
import { ignore } from '../core/ignore.ts'
import type { JsonLineError } from '../core/json-lines/json-line-error.ts'
import { redactValue, withCleanError } from '../process/redact-value.ts'
import { answerClientRequest } from './client-requests.ts'
import { sessionStateFrom } from './reading/config-options.ts'
import { JsonRpcConnection } from './wire/json-rpc-connection.ts'
import { AgentRequestError } from './wire/agent-request-error.ts'
import { requireAdvertised } from './gates.ts'
import { Handshake, initializeParams } from './handshake.ts'
import { closedError, endedError, longLineError } from './connection-errors.ts'
import { type AcpConnectionOptions, connectionTimeouts } from './connection-options.ts'
import { handshakeError } from './wire/not-acp-error.ts'
import { OpenSessions } from './open-sessions.ts'
import { readSessionPage, type SessionPage, sessionsOfAllPages } from './session-list.ts'
import type { SessionInfo, SessionOptions } from './session-options.ts'
import { newSessionId, requireSessionOptions, sessionParams } from './session-params.ts'
import { AcpSession, type SessionContext } from './session.ts'
import { translateUpdateV1 } from './reading/updates-v1.ts'
import { translateUpdateV2 } from './reading/updates-v2.ts'

const noPrompts: Readonly<Record<string, string>> = {}

/**
 * A connection to an ACP agent of version 1 or 2 over two pipes, with any number of sessions.
 * Calls that the agent did not advertise are refused before anything is sent.
 */
export class AcpConnection {
  readonly agent: string
  readonly #options: AcpConnectionOptions
  readonly #connection: JsonRpcConnection
  readonly #sessions: OpenSessions
  /** The warning about dropped folders is emitted once per connection. */
  #hasWarned = false
  #translate = translateUpdateV1
  #handshake: Handshake | undefined
  /** The first text before the handshake that is not JSON. */
  #firstText: string | undefined
  #closed: CapstanError | undefined

  /** Connects and does the handshake. @throws CapstanError if the agent does not answer, or does not speak ACP. */
  static async connect(options: AcpConnectionOptions): Promise<AcpConnection> {
    const connection = new AcpConnection(options)
    try {
      await connection.#initialize()
    } catch (error) {
      connection.close()
      throw handshakeError(options.agent, error, connection.#firstText)
    }
    return connection
  }

  private constructor(options: AcpConnectionOptions) {
    const { agent, input, output, maxLineBytes, onWarning, onMessage, redact } = options
    this.agent = agent
    this.#options = options
    this.#sessions = new OpenSessions(agent, onWarning ?? ignore)
    this.#connection = new JsonRpcConnection({
      agent,
      input,
      output,
      handlers: {
        request: (method, params, signal) => this.#answer(method, params, signal),
        notification: (method, params) =>
          method === 'session/update'
            ? this.#sessions.update(withCleanError(this.#translate(params), redact))
            : this.#sessions.notify(method, params),
        stray: (message) => {
          const payload = redact === undefined ? message : redactValue(message, redact)
          return this.#sessions.emitToAll({ type: 'raw', source: 'acp', payload })
        },
      },
      redact,
      onBadLine: (error) => this.#badLine(error),
      onEnd: () => void this.#end(),
      ...(maxLineBytes === undefined ? {} : { maxLineBytes }),
      ...(onMessage === undefined ? {} : { onMessage }),
    })
    // The gates read the getters below, so no property may shadow them.
    Object.freeze(this)
  }

  get handshake(): Handshake {
    // Only `connect` returns connections, after the handshake.
    return this.#handshake as Handshake
  }

  get capabilities(): IAgentCapabilities {
    return this.handshake.capabilities
  }

  get profile(): CapabilityProfile {
    return this.handshake.profile
  }

  /** Why the connection was closed; undefined while open. */
  get closed(): CapstanError | undefined {
    return this.#closed
  }

  /** Whether a slow reader blocks the agent. */
  get isBlocked(): boolean {
    return this.#connection.isBlocked
  }

  /** Opens a new session. */
  createSession(options: SessionOptions): Promise<AcpSession> {
    return this.#open('session/new', options, {})
  }

  /** Opens an earlier session; the agent emits its history first. */
  async loadSession(sessionId: string, options: SessionOptions): Promise<AcpSession> {
    requireAdvertised(this.profile, { session: 'load' })
    return this.handshake.protocolVersion === 1
      ? this.#open('session/load', options, { sessionId })
      : this.#open('session/resume', options, { sessionId, replayFrom: { type: 'start' } })
  }

  /** Resumes an earlier session with `session/resume` or `session/load`; without its history if possible. */
  async resumeSession(sessionId: string, options: SessionOptions): Promise<AcpSession> {
    requireAdvertised(this.profile, { session: 'resume' })
    const [canResume, canLoad] = [resumeCall, 'session.load'].map(
      (id) => supportOf(this.profile, id) === 'supported',
    )
    if (!canResume) return this.#open('session/load', options, { sessionId })
    try {
      return await this.#open('session/resume', options, { sessionId })
    } catch (error) {
      if (!canLoad || this.handshake.protocolVersion !== 1 || !(error instanceof AgentRequestError))
        throw error
      this.#options.onWarning?.(`${error.message}; loading the session instead`)
      return this.#open('session/load', options, { sessionId })
    }
  }

  /** Opens a new session with the history of another. */
  async forkSession(sessionId: string, options: SessionOptions): Promise<AcpSession> {
    requireAdvertised(this.profile, { session: 'fork' })
    return this.#open('session/fork', options, { sessionId })
  }

  /** One page of the sessions that the agent has stored. */
  async listSessions(query: { cwd?: string; cursor?: string } = {}): Promise<SessionPage> {
    requireAdvertised(this.profile, { session: 'list' })
    return readSessionPage(this.agent, await this.#request('session/list', query))
  }

  /** All sessions that the agent has stored, page by page. */
  streamAllSessions(query: { cwd?: string } = {}): AsyncGenerator<SessionInfo, void> {
    return sessionsOfAllPages((cursor) => this.listSessions({ ...query, ...cursor }))
  }

  /** Stops listening to a session, without a message to the agent. */
  leave(session: AcpSession): void {
    this.#sessions.remove(session)
  }

  async deleteSession(sessionId: string): Promise<void> {
    requireAdvertised(this.profile, { session: 'delete' })
    await this.#request('session/delete', { sessionId })
  }

  /** Logs in with one of the agent's methods. The agent may write credentials to its own files. */
  async authenticate(methodId: string): Promise<void> {
    const method = this.handshake.protocolVersion === 1 ? 'authenticate' : 'auth/login'
    const { sessionMs: timeoutMs } = connectionTimeouts(this.#options)
    await this.#connection.peer.request(method, { methodId }, { timeoutMs })
  }

  /** Closes the connection and fails pending requests. The caller stops the process. */
  close(error: CapstanError = closedError(this.agent)): void {
    if (this.#closed !== undefined) return
    this.#closed = error
    this.#connection.close(error)
    this.#sessions.fail(error)
  }

  async #initialize(): Promise<void> {
    const { features, protocolVersion, signal } = this.#options
    const answer = await this.#connection.peer.request(
      'initialize',
      initializeParams(features, protocolVersion),
      {
        timeoutMs: connectionTimeouts(this.#options).initializeMs,
        ...(signal === undefined ? {} : { signal }),
      },
    )
    this.#handshake = new Handshake(this.agent, answer)
    if (this.#handshake.protocolVersion === 2) this.#translate = translateUpdateV2
  }

  async #open(
    method: string,
    options: SessionOptions,
    { sessionId, ...extra }: { sessionId?: string; [name: string]: unknown },
  ): Promise<AcpSession> {
    requireSessionOptions(options, method === 'session/new' ? {} : { sessionId })
    const { strict = false } = this.#options
    const onWarning = (message: string): void => this.#warnOnce(message)
    const params = sessionParams(this.handshake, options, { strict, onWarning })
    const { signal } = options
    // The history of a resumed session arrives before the response and belongs to the session.
    const keepsId = sessionId !== undefined && method !== 'session/fork'
    const settle = keepsId ? await this.#options.guardSession?.(sessionId) : undefined
    const before = keepsId ? this.#sessions.get(sessionId) : undefined
    const early = keepsId ? this.#register(sessionId, options, {}) : undefined
    try {
      const answer = await this.#connection.peer.request(
        method,
        { ...(sessionId === undefined ? {} : { sessionId }), ...params, ...extra },
        {
          timeoutMs: connectionTimeouts(this.#options).sessionMs,
          ...(signal === undefined ? {} : { signal }),
        },
      )
      if (early !== undefined) {
        early.state = sessionStateFrom(this.handshake.protocolVersion, answer)
        early.isReplayed = method === 'session/load'
        void early.receive({ type: 'session.resumed', sessionId: early.id })
        early.emitState()
        return early
      }
      return this.#adopt(answer, options, sessionId)
    } catch (error) {
      if (early !== undefined) this.leave(early)
      if (before !== undefined) this.#sessions.add(before)
      throw error
    } finally {
      await settle?.().catch((error: unknown) =>
        onWarning(error instanceof Error ? error.message : String(error)),
      )
    }
  }

  #adopt(answer: unknown, options: SessionOptions, parentSessionId: string | undefined): AcpSession {
    const sessionId = newSessionId(this.agent, answer)
    const session = this.#register(sessionId, options, answer)
    void session.receive(
      parentSessionId === undefined
        ? { type: 'session.started', sessionId }
        : { type: 'session.forked', sessionId, parentSessionId },
    )
    session.emitState()
    this.#sessions.deliverEarlier(session)
    return session
  }

  #register(sessionId: string, options: SessionOptions, answer: unknown): AcpSession {
    const state = sessionStateFrom(this.handshake.protocolVersion, answer)
    const session = new AcpSession(sessionId, this.#sessionContext, { options, state })
    this.#sessions.add(session)
    return session
  }

  #warnOnce(message: string): void {
    if (!this.#hasWarned) this.#options.onWarning?.(message)
    this.#hasWarned = true
  }

  #badLine(error: JsonLineError): Promise<void> | undefined {
    if (error.code !== 'JSON_LINE_TOO_LONG') {
      if (this.#handshake === undefined) this.#firstText ??= error.excerpt
      return this.#sessions.emitToAll({ type: 'raw', source: 'stdout', payload: error.toJSON() })
    }
    this.close(longLineError(this.agent, error))
    return undefined
  }

  async #answer(method: string, params: unknown, signal: AbortSignal): Promise<unknown> {
    const { features } = this.#options
    return answerClientRequest(this.#sessions, { method, params, signal, features })
  }

  async #end(): Promise<void> {
    if (this.#closed !== undefined) return
    const { endError } = this.#options
    this.close(endError === undefined ? endedError(this.agent) : await endError())
  }

  #request(method: string, params: unknown): Promise<unknown> {
    return this.#connection.peer.request(method, params, {
      timeoutMs: connectionTimeouts(this.#options).requestMs,
    })
  }

  get #sessionContext(): SessionContext {
    const { optionPrompts = noPrompts, approvalForm } = this.#options
    return {
      peer: this.#connection.peer,
      handshake: this.handshake,
      optionPrompts,
      approvalForm,
      requestTimeoutMs: connectionTimeouts(this.#options).requestMs,
      release: (session) => this.leave(session),
    }
  }
}
