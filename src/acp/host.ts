import type { Readable, Writable } from 'node:stream'
import type { IAgentCapabilities } from '../capabilities/ecosystems/acp/types.ts'
import { resumeCall } from '../capabilities/ecosystems/acp/fields.ts'
import { type CapabilityProfile, supportOf } from '../capabilities/profile.ts'
import { CapstanError } from '../core/capstan-error.ts'
import { ignore } from '../core/ignore.ts'
import type { JsonLineError } from '../core/json-line-error.ts'
import type { AgentEvent } from '../events/event.ts'
import { isToolResult } from '../events/tool-result.ts'
import {
  answerClientRequest,
  notOffered,
  type Params,
  sessionRequests,
  unknownSession,
} from './client-requests.ts'
import { sessionStateFrom } from './config-options.ts'
import { Connection, type MessageTap } from './connection.ts'
import { allowedDirectories, requireAdvertised, requireSystemPrompt } from './gates.ts'
import { type ClientFeatures, Handshake, initializeParams } from './handshake.ts'
import { mcpServerToAcp, validateMcpServersWithCapabilities } from './mcp-servers.ts'
import { readSessionPage, type SessionPage } from './session-list.ts'
import type { SessionInfo, SessionOptions } from './session-options.ts'
import { AcpSession, type SessionContext } from './session.ts'
import { terminalOutputOf } from './terminal-output.ts'
import { UnclaimedEvents } from './unclaimed-events.ts'
import { translateUpdateV1 } from './updates-v1.ts'
import { translateUpdateV2 } from './updates-v2.ts'

/** How long the agent may take, in milliseconds. A turn has no limit here. */
export interface HostTimeouts {
  /** For `initialize`; some agents need 20 seconds. */
  initializeMs?: number
  /** For opening a session. */
  sessionMs?: number
  /** For everything else. */
  requestMs?: number
}

export interface AcpHostOptions {
  /** What the agent is called in errors. */
  agent: string
  /** What the agent writes, and what it reads. */
  input: Readable
  output: Writable
  /** What its sessions will answer; nothing else is advertised. */
  features: ClientFeatures
  /** The newest version of the protocol that is asked for; 2 if not given. */
  protocolVersion?: 1 | 2
  timeouts?: HostTimeouts
  /** Makes every gate throw, also where leaving something out would do. */
  strict?: boolean
  onWarning?: (message: string) => void
  /** Prompts that set what the agent has no option for, by category. */
  optionPrompts?: Readonly<Record<string, string>>
  maxLineBytes?: number
  onMessage?: MessageTap
  /** Says why the agent's output ended, for what still waits. */
  endError?: () => CapstanError | Promise<CapstanError>
  signal?: AbortSignal
}

const noPrompts: Readonly<Record<string, string>> = {}
const defaultTimeouts = { initializeMs: 60_000, sessionMs: 120_000, requestMs: 30_000 }

/**
 * An agent that speaks ACP, of either version, behind two pipes; it can hold several sessions.
 * What it did not advertise is refused before anything is sent.
 */
export class AcpHost {
  readonly agent: string
  readonly #options: AcpHostOptions
  readonly #connection: Connection
  readonly #sessions = new Map<string, AcpSession>()
  readonly #unclaimed: UnclaimedEvents
  #translate = translateUpdateV1
  #handshake: Handshake | undefined
  #closed: CapstanError | undefined

  /** Connects and shakes hands. @throws CapstanError when the agent does not answer, or not in ACP. */
  static async connect(options: AcpHostOptions): Promise<AcpHost> {
    const host = new AcpHost(options)
    try {
      await host.#initialize()
    } catch (error) {
      host.close()
      throw error
    }
    return host
  }

  private constructor(options: AcpHostOptions) {
    const { agent, input, output, maxLineBytes, onWarning, onMessage } = options
    this.agent = agent
    this.#options = options
    this.#unclaimed = new UnclaimedEvents(agent, onWarning ?? ignore)
    this.#connection = new Connection({
      agent,
      input,
      output,
      handlers: {
        request: (method, params, signal) => this.#answer(method, params, signal),
        notification: (method, params) => this.#notified(method, params),
        stray: (message) => this.#tellAll({ type: 'raw', source: 'acp', payload: message }),
      },
      onBadLine: (error) => this.#badLine(error),
      onEnd: () => void this.#end(),
      ...(maxLineBytes === undefined ? {} : { maxLineBytes }),
      ...(onMessage === undefined ? {} : { onMessage }),
    })
  }

  get handshake(): Handshake {
    // Only `connect` gives hosts out, after the handshake.
    return this.#handshake as Handshake
  }

  get capabilities(): IAgentCapabilities {
    return this.handshake.capabilities
  }

  get profile(): CapabilityProfile {
    return this.handshake.profile
  }

  /** Why the conversation has ended, when it has. */
  get closed(): CapstanError | undefined {
    return this.#closed
  }

  /** Whether a slow reader of a session holds the agent up. */
  get isBlocked(): boolean {
    return this.#connection.isBlocked
  }

  /** A new session. */
  createSession(options: SessionOptions): Promise<AcpSession> {
    return this.#open('session/new', options, {})
  }

  /** An earlier session; what was said in it is told again first. */
  async loadSession(sessionId: string, options: SessionOptions): Promise<AcpSession> {
    requireAdvertised(this.profile, { session: 'load' })
    return this.handshake.protocolVersion === 1
      ? this.#open('session/load', options, { sessionId })
      : this.#open('session/resume', options, { sessionId, replayFrom: { type: 'start' } })
  }

  /** An earlier session, by whichever way the agent has; without its history where that can be left out. */
  async resumeSession(sessionId: string, options: SessionOptions): Promise<AcpSession> {
    requireAdvertised(this.profile, { session: 'resume' })
    const canResume = supportOf(this.profile, resumeCall) === 'supported'
    return this.#open(canResume ? 'session/resume' : 'session/load', options, { sessionId })
  }

  /** A new session that begins with all that was said in another. */
  async forkSession(sessionId: string, options: SessionOptions): Promise<AcpSession> {
    requireAdvertised(this.profile, { session: 'fork' })
    return this.#open('session/fork', options, { sessionId })
  }

  /** One page of the sessions the agent keeps. */
  async listSessions(query: { cwd?: string; cursor?: string } = {}): Promise<SessionPage> {
    requireAdvertised(this.profile, { session: 'list' })
    return readSessionPage(this.agent, await this.#request('session/list', query))
  }

  /** All sessions the agent keeps, page by page. */
  async *streamAllSessions(query: { cwd?: string } = {}): AsyncGenerator<SessionInfo, void> {
    const seen = new Set<string>()
    let cursor: string | undefined
    do {
      const page = await this.listSessions({ ...query, ...(cursor === undefined ? {} : { cursor }) })
      yield* page.sessions
      cursor = page.nextCursor
      // An agent that gives the same place twice would never end.
      if (cursor !== undefined && seen.has(cursor)) return
      if (cursor !== undefined) seen.add(cursor)
    } while (cursor !== undefined)
  }

  /** Listens to a session no more, on this side only. */
  leave(session: AcpSession): void {
    if (this.#sessions.get(session.id) === session) this.#sessions.delete(session.id)
  }

  async deleteSession(sessionId: string): Promise<void> {
    requireAdvertised(this.profile, { session: 'delete' })
    await this.#request('session/delete', { sessionId })
  }

  /** Logs in by one of the ways the agent offers. It may write what it was given to its own files. */
  async authenticate(methodId: string): Promise<void> {
    const [method, timeoutMs] = [
      this.handshake.protocolVersion === 1 ? 'authenticate' : 'auth/login',
      this.#timeouts.sessionMs,
    ]
    await this.#connection.peer.request(method, { methodId }, { timeoutMs })
  }

  /** Ends the conversation; what waits fails. The process is the caller's. */
  close(error: CapstanError = closedError(this.agent)): void {
    if (this.#closed !== undefined) return
    this.#closed = error
    this.#connection.close(error)
    for (const session of this.#sessions.values()) session.fail(error)
    this.#sessions.clear()
  }

  async #initialize(): Promise<void> {
    const { features, protocolVersion, signal } = this.#options
    const answer = await this.#connection.peer.request(
      'initialize',
      initializeParams(features, protocolVersion),
      {
        timeoutMs: this.#timeouts.initializeMs,
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
    const { signal } = options
    const params = this.#sessionParams(options)
    // The history of a session that is taken up again comes before the answer and belongs to it.
    const keepsId = sessionId !== undefined && method !== 'session/fork'
    const before = keepsId ? this.#sessions.get(sessionId) : undefined
    const early = keepsId ? this.#register(sessionId, options, {}) : undefined
    try {
      const answer = await this.#connection.peer.request(
        method,
        { ...(sessionId === undefined ? {} : { sessionId }), ...params, ...extra },
        { timeoutMs: this.#timeouts.sessionMs, ...(signal === undefined ? {} : { signal }) },
      )
      if (early !== undefined) {
        early.state = sessionStateFrom(this.handshake.protocolVersion, answer)
        void early.receive({ type: 'session.resumed', sessionId: early.id })
        this.#tellState(early)
        return early
      }
      return this.#adopt(answer, options, sessionId)
    } catch (error) {
      if (early !== undefined) this.leave(early)
      if (before !== undefined) this.#sessions.set(before.id, before)
      throw error
    }
  }

  #adopt(answer: unknown, options: SessionOptions, parentSessionId: string | undefined): AcpSession {
    const { sessionId } = (answer ?? {}) as { sessionId?: unknown }
    if (typeof sessionId !== 'string' || sessionId === '') {
      throw new CapstanError('PROTOCOL_ERROR', `${this.agent} opened a session without an id`)
    }
    const session = this.#register(sessionId, options, answer)
    void session.receive(
      parentSessionId === undefined
        ? { type: 'session.started', sessionId }
        : { type: 'session.forked', sessionId, parentSessionId },
    )
    this.#tellState(session)
    for (const event of this.#unclaimed.claim(sessionId)) void session.receive(event)
    return session
  }

  /** Settings that come with the session are told like changes, so that a reader needs one way only. */
  #tellState(session: AcpSession): void {
    const { options, commands } = session.state
    const { id: sessionId } = session
    if (options.length > 0) void session.receive({ type: 'config.changed', sessionId, options: [...options] })
    if (commands !== undefined) {
      void session.receive({ type: 'commands.changed', sessionId, commands: [...commands] })
    }
  }

  #register(sessionId: string, options: SessionOptions, answer: unknown): AcpSession {
    const state = sessionStateFrom(this.handshake.protocolVersion, answer)
    const session = new AcpSession(sessionId, this.#sessionContext, { options, state })
    this.#sessions.set(sessionId, session)
    return session
  }

  #sessionParams(options: SessionOptions): Record<string, unknown> {
    const { cwd, mcpServers = [], additionalDirectories = [], systemPrompt } = options
    const { strict = false, onWarning = () => {} } = this.#options
    const { protocolVersion } = this.handshake
    if (mcpServers.length > 0) validateMcpServersWithCapabilities(mcpServers, this.capabilities, this.agent)
    const directories =
      additionalDirectories.length === 0
        ? []
        : allowedDirectories(this.profile, additionalDirectories, { strict, onWarning })
    if (systemPrompt !== undefined) requireSystemPrompt(this.handshake, systemPrompt)
    return {
      cwd,
      mcpServers: mcpServers.map((server) => mcpServerToAcp(server, protocolVersion)),
      ...(directories.length === 0 ? {} : { additionalDirectories: [...directories] }),
      ...(systemPrompt === undefined
        ? {}
        : {
            systemPrompt: {
              mode: systemPrompt.mode,
              content: [{ type: 'text', text: systemPrompt.text }],
            },
          }),
    }
  }

  #notified(method: string, params: unknown): Promise<void> | undefined {
    if (method !== 'session/update') return this.#otherNotification(method, params)
    const event = this.#translate(params)
    const { sessionId } = event
    const session = sessionId === undefined ? undefined : this.#sessions.get(sessionId)
    if (session === undefined) return this.#unclaimed.keep(event)
    const output = terminalOutputOf(event)
    if (output === undefined) return session.receive(event)
    // What a call printed comes before its end.
    const [first, second] = isToolResult(event) ? [output, event] : [event, output]
    const room = session.receive(first)
    return both(room, session.receive(second))
  }

  /** What is no update belongs to the session it names, or to all. */
  #otherNotification(method: string, params: unknown): Promise<void> | undefined {
    const { sessionId, elicitationId } = (params ?? {}) as Record<string, unknown>
    const event: AgentEvent =
      method === 'elicitation/complete' && typeof elicitationId === 'string'
        ? { type: 'elicitation.completed', elicitationId }
        : { type: 'raw', source: 'acp', payload: { method, params } }
    if (typeof sessionId !== 'string') return this.#tellAll(event)
    const session = this.#sessions.get(sessionId)
    const named = { ...event, sessionId }
    return session === undefined ? this.#unclaimed.keep(named) : session.receive(named)
  }

  #tellAll(event: AgentEvent): Promise<void> | undefined {
    if (this.#sessions.size === 0) return this.#unclaimed.keep(event)
    let room: Promise<void> | undefined
    for (const session of this.#sessions.values()) room = both(room, session.receive(event))
    return room
  }

  #badLine(error: JsonLineError): Promise<void> | undefined {
    if (error.code !== 'JSON_LINE_TOO_LONG') {
      return this.#tellAll({ type: 'raw', source: 'stdout', payload: error.toJSON() })
    }
    this.close(
      new CapstanError('PROTOCOL_ERROR', `${this.agent} wrote a line that is too long to be read`, {
        cause: error,
        hint: 'Its message is lost, so the run was ended; raise maxLineBytes if the agent is right.',
      }),
    )
    return undefined
  }

  async #answer(method: string, params: unknown, signal: AbortSignal): Promise<unknown> {
    if (!sessionRequests.has(method)) throw notOffered(method)
    const fields = (typeof params === 'object' && params !== null ? params : {}) as Params
    const { sessionId } = fields
    // An elicitation may belong to a request instead of a session: whoever is there is asked.
    const session =
      typeof sessionId === 'string' ? this.#sessions.get(sessionId) : [...this.#sessions.values()].at(-1)
    if (session === undefined) throw unknownSession(sessionId)
    return answerClientRequest(session, { method, params: fields, signal })
  }

  async #end(): Promise<void> {
    if (this.#closed !== undefined) return
    const { endError } = this.#options
    this.close(endError === undefined ? endedError(this.agent) : await endError())
  }

  #request(method: string, params: unknown): Promise<unknown> {
    return this.#connection.peer.request(method, params, { timeoutMs: this.#timeouts.requestMs })
  }

  get #timeouts(): Required<HostTimeouts> {
    return { ...defaultTimeouts, ...this.#options.timeouts }
  }

  get #sessionContext(): SessionContext {
    const { optionPrompts = noPrompts } = this.#options
    return {
      peer: this.#connection.peer,
      handshake: this.handshake,
      optionPrompts,
      requestTimeoutMs: this.#timeouts.requestMs,
      release: (session) => this.leave(session),
    }
  }
}

function both(
  first: Promise<void> | undefined,
  second: Promise<void> | undefined,
): Promise<void> | undefined {
  if (first === undefined || second === undefined) return first ?? second
  return Promise.all([first, second]).then(() => undefined)
}

function closedError(agent: string): CapstanError {
  return new CapstanError('CONNECTION_CLOSED', `The connection to ${agent} is closed`)
}

function endedError(agent: string): CapstanError {
  return new CapstanError('CONNECTION_CLOSED', `${agent} ended the connection`)
}
