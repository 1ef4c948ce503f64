import type { Handshake } from '../acp/handshake.ts'
import type { SessionInfo } from '../acp/session-options.ts'
import type { SessionPage } from '../acp/session-list.ts'
import { fromProfile } from '../capabilities/ecosystems/acp/declaration.ts'
import type { IAgentCapabilities } from '../capabilities/ecosystems/acp/types.ts'
import { frozenCopy } from '../capabilities/frozen-copy.ts'
import type { CapabilityProfile } from '../capabilities/profile.ts'
import { CapstanError } from '../core/capstan-error.ts'
import { ignore } from '../core/ignore.ts'
import type { AgentEvent } from '../events/event.ts'
import type { ConfigOption } from '../events/config-option.ts'
import type { Cost } from '../events/usage.ts'
import { AgentRun } from './agent-run.ts'
import { jsonAnswer, type JsonAnswer } from './ask-json.ts'
import { confineOf } from './permissions/confine.ts'
import { checkTurnPolicy } from './validate/check-permissions.ts'
import { Conversation } from './conversation/conversation.ts'
import type { Attachment, TurnOptions } from './api/options.ts'
import {
  openOrResume,
  recoverConversation,
  resumeConversation,
  type SessionConversation,
} from './resume-or-start.ts'
import type { RunConversation } from './api/run-conversation.ts'
import { busyError, needsAcpError, noIdError } from './api/run-errors.ts'
import { turnOptions } from './validate/check-rules.ts'
import type { RunSide } from './validate/run-side.ts'
import type { Run, RunResult } from './api/run.ts'
import type { SessionSettings } from './api/session-settings.ts'
import { SessionEventSink } from './session-event-sink.ts'
import { SessionEnd } from './session-end.ts'
import { openingOf, recoveryOf } from './session-opening.ts'
import type { OpenSessionOptions, SessionChanges, SessionHost } from './session-options.ts'
import type { OutputSchema } from './api/standard-schema.ts'
import type { ValidatedRun } from './validate/validate.ts'

/** How long a cancelled turn may take to end before the agent is stopped. */
const cancelGraceMs = 10_000

/** Shared by all sessions without changed settings. */
const noSettings: SessionSettings = {}

/** A conversation of many turns with one agent, in one process. */
export class RunSession implements AsyncDisposable {
  readonly agent: string
  #validated: ValidatedRun
  readonly #validate: OpenSessionOptions['validate']
  readonly #sink: SessionEventSink
  #conversation: SessionConversation
  #isResumed: boolean
  #resuming: Promise<void> | undefined
  #run: AgentRun | undefined
  #cost: Cost | undefined
  #capabilities: IAgentCapabilities | undefined
  readonly #end = new SessionEnd()
  #settings: SessionSettings = noSettings

  /** Opens the session. If opening fails, no process is left running. */
  static async open({ validated, validate, orStart = false }: OpenSessionOptions): Promise<RunSession> {
    const sink = new SessionEventSink()
    const opened = await openOrResume(openingOf(validated, sink), orStart)
    return new RunSession({ validated, validate }, opened, sink)
  }

  private constructor(
    { validated, validate }: OpenSessionOptions,
    { conversation, isResumed }: { conversation: SessionConversation; isResumed: boolean },
    sink: SessionEventSink,
  ) {
    this.agent = validated.options.agent
    this.#validated = validated
    this.#validate = validate
    this.#conversation = conversation
    this.#isResumed = isResumed
    this.#sink = sink
    this.#watch(conversation)
  }

  /** The transport of the session: `acp` or `cli`. */
  get transport(): ValidatedRun['transport'] {
    return this.#validated.transport
  }

  /** Whether the agent runs in the sandbox. */
  get isConfined(): boolean {
    return confineOf(this.#validated).confine !== undefined
  }

  /** What the agent can do in this session: its handshake, its definition and its model combined. */
  get profile(): CapabilityProfile {
    const { profiles, model, definition } = this.#validated
    const current = this.options.some(({ category }) => category === 'model')
    if (model === null || current) return profiles.known(definition.id, { session: this })
    return profiles.resolve(definition, { session: this, details: model })
  }

  /** What the agent advertised; undefined on its command line. */
  get handshake(): Handshake | undefined {
    const conversation = this.#conversation
    return conversation instanceof Conversation ? conversation.connection.handshake : undefined
  }

  /** Why the agent is no longer running; undefined while it runs. */
  get ended(): CapstanError | undefined {
    return this.#end.reason(this.#conversation)
  }

  /** Whether `close` was called. A closed session cannot be resumed. */
  get isClosed(): boolean {
    return this.#end.closed !== undefined
  }

  /** Calls the listener when the agent's process ends by itself. Returns a function that removes the listener. */
  onEnd(listener: (reason: CapstanError) => void): () => void {
    return this.#end.onEnd(listener)
  }

  /** The agent's session id, to resume later. Some agents report it on their command line only with the first turn. */
  get id(): string {
    return this.#conversation.sessionId ?? ''
  }

  /** The profile in ACP's normalized shape, in which every field is true or false. Frozen. */
  get capabilities(): IAgentCapabilities {
    const conversation = this.#conversation
    if (conversation instanceof Conversation) return conversation.connection.capabilities
    this.#capabilities ??= frozenCopy(fromProfile(this.#validated.profile).declaration)
    return this.#capabilities
  }

  /** The agent's ACP connection: its capabilities and stored sessions. @throws `TRANSPORT_UNAVAILABLE` without ACP. */
  get host(): SessionHost {
    return this.#overAcp.connection
  }

  /** The settings with their values, as last reported; empty on the agent's command line. */
  get options(): readonly ConfigOption[] {
    const conversation = this.#conversation
    return conversation instanceof Conversation ? conversation.session.state.options : []
  }

  /** Calls the listener with every event of the session, including between runs. Returns a function that removes it. */
  subscribe(listener: (event: AgentEvent) => void): () => void {
    return this.#sink.subscribe(listener)
  }

  /** Delays each permission answer until the gate resolves, so that the caller can send the agent something first. */
  holdAnswers(gate: () => Promise<void>): void {
    this.#sink.holdAnswers(gate)
  }

  /** Sends a message into the running turn; false if no turn was running. */
  async steer(message: string, attachments?: readonly Attachment[]): Promise<boolean> {
    return this.#run !== undefined && this.#conversation.steer(message, attachments)
  }

  /** Sends a prompt. One run at a time. */
  run(prompt: string, options: TurnOptions = {}): Run {
    const { closed, failed: failure } = this.#end
    if (closed !== undefined) throw closed
    if (this.#isBusy) throw busyError(this.agent)
    if (failure !== undefined && this.#validated.options.recover !== 'session') throw failure
    const turn = turnOptions(this.#validated.options, { ...options, prompt })
    checkTurnPolicy(this.#validated, turn)
    const validated = { ...this.#validated, warnings: [], options: turn }
    const run = new AgentRun(validated, {
      open: (side) => this.#begin(side),
      release: (_, { failed }) => this.#endRun(failed),
      cancelGraceMs,
      isWatched: () => this.#sink.isWatched,
      onOwnEvent: (event) => this.#sink.notify(event),
      ...(this.#cost === undefined ? {} : { costBefore: this.#cost }),
    })
    this.#run = run
    return run
  }

  /** Sends a prompt and waits for the answer. */
  ask(prompt: string, options?: TurnOptions): Promise<RunResult> {
    return this.run(prompt, options).result()
  }

  /** Sends a prompt and waits for an answer that matches the schema; the agent may correct its answer once. */
  async askJson<Output>(
    prompt: string,
    options: TurnOptions & { schema: OutputSchema<Output> },
  ): Promise<JsonAnswer<Output>> {
    return jsonAnswer(this.run(prompt, options).result())
  }

  /** Sets the model, the effort or the mode of the session. */
  async set(settings: SessionSettings): Promise<void> {
    await this.#conversation.set(settings)
    this.#settings = { ...this.#settings, ...settings }
  }

  /** One page of the sessions that the agent has stored. */
  listSessions(query?: { cwd?: string; cursor?: string }): Promise<SessionPage> {
    return this.#overAcp.connection.listSessions(query)
  }

  /** All sessions that the agent has stored. */
  streamAllSessions(query?: { cwd?: string }): AsyncGenerator<SessionInfo, void> {
    return this.#overAcp.connection.streamAllSessions(query)
  }

  /** Switches to an earlier session in the same process; the agent emits its history first. */
  async loadSession(sessionId: string): Promise<void> {
    if (this.#isBusy) throw busyError(this.agent)
    await this.#overAcp.load(sessionId)
    this.#settings = noSettings
    this.#cost = undefined
  }

  /** Whether the agent resumed an earlier session, with its context. */
  get isResumed(): boolean {
    return this.#isResumed
  }

  /**
   * Stops the process and resumes the session in a new one, with the changed options.
   * @throws CapstanError `SESSION_BUSY` during a run, `NOT_RESUMABLE` before the agent has reported a session id.
   */
  async resume(changes: SessionChanges = {}): Promise<void> {
    if (this.#end.closed !== undefined) throw this.#end.closed
    if (this.#isBusy) throw busyError(this.agent)
    const { id: sessionId } = this
    if (sessionId === '') throw noIdError(this.agent)
    const { forkSessionId: _, ...options } = this.#validated.options
    const validated = this.#validate({ ...options, ...changes, sessionId })
    this.#resuming = this.#restart(sessionId, validated).finally(() => {
      this.#resuming = undefined
    })
    await this.#resuming
  }

  async #restart(sessionId: string, validated: ValidatedRun): Promise<void> {
    await this.#conversation.stop()
    this.#validated = validated
    await this.#use(await resumeConversation(sessionId, openingOf(validated, this.#sink)))
    this.#isResumed = true
  }

  /** Closes the session and stops the agent. */
  async close(): Promise<void> {
    this.#end.closed ??= new CapstanError('SESSION_CLOSED', `The session with ${this.agent} is closed`)
    await this.#run?.end()
    // A process that is starting has to be there before it can be stopped.
    await this.#resuming?.catch(ignore)
    await this.#conversation.stop()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close()
  }

  get #isBusy(): boolean {
    return this.#run !== undefined || this.#resuming !== undefined
  }

  /** The conversation, if it is over ACP. */
  get #overAcp(): Conversation {
    if (this.#conversation instanceof Conversation) return this.#conversation
    throw needsAcpError(`${this.agent} supports this only over ACP`)
  }

  #watch(conversation: SessionConversation): void {
    this.#end.watch(conversation, () => {
      const isExpected = this.isClosed || this.#resuming !== undefined || conversation !== this.#conversation
      return isExpected ? 'expected' : this.#run === undefined ? 'idle' : 'in-run'
    })
  }

  async #begin(side: RunSide): Promise<RunConversation> {
    this.#sink.attach(side)
    if (this.#validated.options.recover === 'session' && this.#conversation.closed !== undefined) {
      await this.#conversation.stop()
      await this.#use(await recoverConversation(this.id, recoveryOf(this.#validated, this.#sink, side)))
    }
    return this.#conversation
  }

  async #use(conversation: SessionConversation): Promise<void> {
    this.#conversation = conversation
    this.#end.reset()
    this.#watch(conversation)
    await conversation.set(this.#settings)
  }

  async #endRun(failed: boolean): Promise<void> {
    this.#cost = this.#run?.sessionCost
    this.#run = undefined
    this.#sink.detach()
    const { closed } = this.#conversation
    if (!failed || closed === undefined) return
    this.#end.fail(closed)
    await this.#conversation.stop()
  }
}
