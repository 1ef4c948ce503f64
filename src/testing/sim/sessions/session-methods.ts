import { createId } from '../../../core/ids.ts'
import type { Agreement } from '../wire/initialize.ts'
import { readListing, readPlace, readPrompt, readReplay, readServers, readTexts } from '../wire/params.ts'
import type { Answer, Peer } from '../wire/peer.ts'
import { promptCommands } from '../prompt-commands.ts'
import { authenticationRequired, invalidParams, unknownMethod, unknownSession } from '../wire/rpc-error.ts'
import { createSession, openSession, type SimSession } from './session.ts'
import { changeOption, type SessionOptions } from './session-options.ts'
import { pageOf } from './session-page.ts'
import type { SimOptions } from '../sim-options.ts'
import { answerPrompt } from '../prompt.ts'
import { runEarlySteps, ScenarioPrompts } from '../scenario-turn.ts'
import type { JsonObject } from '../wire/wire.ts'
import type { Dialect } from '../wire/dialect.ts'
import type { HistoryEntry } from './session-store.ts'

type Handler = (params: unknown, signal: AbortSignal) => Promise<Answer> | Answer

export interface SessionMethodsOptions extends SimOptions, Agreement {
  peer: Peer
}

/** The methods after the handshake. */
export class SessionMethods {
  readonly #options: SessionMethodsOptions
  readonly #sessions = new Map<string, SimSession>()
  readonly #prompts: ScenarioPrompts
  readonly #handlers: Readonly<Record<string, Handler>>
  #isLoggedIn: boolean

  constructor(options: SessionMethodsOptions) {
    this.#options = options
    this.#prompts = new ScenarioPrompts(options.scenario)
    this.#isLoggedIn = options.scenario.authentication === undefined
    this.#handlers = {
      'session/new': (params) => this.#new(params),
      'session/list': (params) => ({ result: pageOf(options.store.list(), readListing(params)) }),
      'session/resume': (params) => this.#resume(params),
      'session/fork': (params) => this.#fork(params),
      'session/close': (params) => this.#close(params),
      'session/delete': (params) => this.#delete(params),
      'session/set_config_option': (params) => this.#setOption(params),
      'session/prompt': (params, signal) => this.#prompt(params, signal),
      '_session/steering': (params) => this.#steer(params),
      ...(options.dialect.version === 1
        ? {
            authenticate: (params) => this.#logIn(params),
            'session/load': (params) => this.#load(params),
            'session/set_mode': (params) => this.#setMode(params),
          }
        : { 'auth/login': (params: unknown) => this.#logIn(params) }),
    }
  }

  async call(method: string, params: unknown, signal: AbortSignal): Promise<Answer> {
    const handler = Object.hasOwn(this.#handlers, method) ? this.#handlers[method] : undefined
    if (handler === undefined) throw unknownMethod(method)
    return await handler(params, signal)
  }

  cancel(sessionId: string): void {
    this.#sessions.get(sessionId)?.cancel()
  }

  stop(): void {
    for (const session of this.#sessions.values()) session.cancel()
  }

  #logIn(params: unknown): Answer {
    const { methodId } = readTexts(params, 'methodId')
    const methods = this.#options.scenario.authentication ?? []
    if (!methods.some(({ id }) => id === methodId)) {
      throw invalidParams(`unknown login method ${methodId}`)
    }
    this.#isLoggedIn = true
    return { result: {} }
  }

  async #new(params: unknown): Promise<Answer> {
    this.#requireLogin()
    const place = readPlace(params)
    const servers = this.#servers(params, { required: true })
    const session = createSession(place, this.#options.store)
    this.#sessions.set(session.id, session)
    await runEarlySteps({ ...this.#options, session })
    return this.#opened(session, servers, { sessionId: session.id })
  }

  /** Version 1: replays the session, then responds. */
  #load(params: unknown): Answer {
    const { session, servers } = this.#reopen(params, { required: true })
    this.#replay(session)
    return this.#opened(session, servers)
  }

  #resume(params: unknown): Answer {
    const { dialect } = this.#options
    const wantsReplay = dialect.version === 2 && readReplay(params)
    const { session, servers } = this.#reopen(params)
    if (wantsReplay) this.#replay(session)
    for (const update of dialect.idle()) this.#update(session, update)
    return this.#opened(session, servers)
  }

  #fork(params: unknown): Answer {
    this.#requireLogin()
    const { sessionId } = readTexts(params, 'sessionId')
    const place = readPlace(params)
    const servers = this.#servers(params)
    const from = this.#options.store.read(sessionId)
    if (from === undefined) throw unknownSession(sessionId)
    const session = createSession(place, this.#options.store, from)
    this.#sessions.set(session.id, session)
    return this.#opened(session, servers, { sessionId: session.id })
  }

  async #close(params: unknown): Promise<Answer> {
    const { sessionId } = readTexts(params, 'sessionId')
    const session = this.#sessions.get(sessionId)
    // Version 2 accepts an unknown session; version 1 rejects it.
    if (session === undefined && this.#options.dialect.version === 1) throw unknownSession(sessionId)
    await this.#end(session)
    return { result: {} }
  }

  async #delete(params: unknown): Promise<Answer> {
    const { sessionId } = readTexts(params, 'sessionId')
    if (this.#options.store.read(sessionId) === undefined) throw unknownSession(sessionId)
    await this.#end(this.#sessions.get(sessionId))
    this.#options.store.delete(sessionId)
    return { result: {} }
  }

  async #end(session: SimSession | undefined): Promise<void> {
    if (session === undefined) return
    session.cancel()
    await session.stopped()
    this.#sessions.delete(session.id)
  }

  #setMode(params: unknown): Answer {
    const { modeId } = readTexts(params, 'modeId')
    this.#change(this.#sessionOf(params), (options) => changeOption(options, 'mode', modeId))
    return { result: {} }
  }

  #setOption(params: unknown): Answer {
    const { configId, value } = readTexts(params, 'configId', 'value')
    const session = this.#sessionOf(params)
    this.#change(session, (options) => changeOption(options, configId, value))
    return { result: { configOptions: this.#options.dialect.configOptions(session.options) } }
  }

  #change(session: SimSession, change: (options: SessionOptions) => SessionOptions): void {
    session.options = change(session.options)
    for (const update of this.#options.dialect.optionsChanged(session.options)) this.#update(session, update)
  }

  #prompt(params: unknown, signal: AbortSignal): Promise<Answer> {
    const session = this.#sessionOf(params)
    const prompt = readPrompt(params)
    return answerPrompt({ ...this.#options, session }, { prompt, signal, prompts: this.#prompts })
  }

  /** Sends a message into the running turn; without one the client has to prompt. */
  #steer(params: unknown): Answer {
    const session = this.#sessionOf(params)
    const [prompt, messageId] = [readPrompt(params), createId('message')]
    if (!session.steer(messageId, prompt)) {
      return { result: { outcome: 'promptRequired', reason: 'noRunningTurn' } }
    }
    const { dialect } = this.#options
    if (dialect.version === 2) {
      for (const update of dialect.message('user', messageId, prompt)) this.#update(session, update)
    }
    return { result: { outcome: 'injected' } }
  }

  #reopen(params: unknown, options?: { required: boolean }): { session: SimSession; servers: string[] } {
    this.#requireLogin()
    const { sessionId } = readTexts(params, 'sessionId')
    const place = readPlace(params)
    const servers = this.#servers(params, options)
    const session = openSession(sessionId, this.#options.store, place)
    if (session === undefined) throw unknownSession(sessionId)
    this.#sessions.get(sessionId)?.cancel()
    this.#sessions.set(sessionId, session)
    return { session, servers }
  }

  #replay(session: SimSession): void {
    for (const entry of session.history) {
      for (const update of replayOf(entry, this.#options.dialect)) this.#update(session, update)
    }
  }

  /** The response for a session, and the updates right after it. */
  #opened(session: SimSession, servers: readonly string[], more: JsonObject = {}): Answer {
    const { dialect } = this.#options
    const availableCommands = dialect.commands(promptCommands)
    const isInAnswer = dialect.version === 2
    const result = {
      ...more,
      ...dialect.opened(session.options),
      ...(isInAnswer ? { availableCommands } : {}),
    }
    const after = (): void => {
      if (!isInAnswer) {
        this.#update(session, { sessionUpdate: 'available_commands_update', availableCommands })
      }
      if (servers.length > 0) this.#update(session, this.#aboutServers(servers))
    }
    return { result, after }
  }

  /** Notes that MCP servers are accepted, but never called. */
  #aboutServers(servers: readonly string[]): JsonObject {
    const about = { _meta: { simulated: true, mcpServers: servers } }
    if (!this.#options.abilities.showsNotices) return { sessionUpdate: 'session_info_update', ...about }
    return {
      sessionUpdate: 'notice',
      severity: 'info',
      title: `The simulated agent does not call MCP servers: ${servers.join(', ')}`,
      ...about,
    }
  }

  #servers(params: unknown, { required = false }: { required?: boolean } = {}): string[] {
    const { version } = this.#options.dialect
    return readServers(params, { version, required: required && version === 1 })
  }

  #sessionOf(params: unknown): SimSession {
    const { sessionId } = readTexts(params, 'sessionId')
    const session = this.#sessions.get(sessionId)
    if (session === undefined) throw unknownSession(sessionId)
    return session
  }

  #requireLogin(): void {
    if (!this.#isLoggedIn) throw authenticationRequired()
  }

  #update({ id }: SimSession, update: JsonObject): void {
    this.#options.peer.notify('session/update', { sessionId: id, update })
  }
}

/** The updates that replay an entry of the history. */
function replayOf(entry: HistoryEntry, dialect: Dialect): JsonObject[] {
  if (entry.type === 'tool') return [dialect.toolCall(entry.call)]
  if (entry.type === 'user') return dialect.message('user', entry.messageId, entry.content)
  return dialect.message(entry.type, entry.messageId, [{ type: 'text', text: entry.text }])
}
