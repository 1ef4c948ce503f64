import type { Handshake } from '../acp/handshake.ts'
import type { AcpHost } from '../acp/host.ts'
import type { SessionInfo } from '../acp/session-options.ts'
import type { SessionPage } from '../acp/session-list.ts'
import { fromProfile } from '../capabilities/ecosystems/acp/declaration.ts'
import type { IAgentCapabilities } from '../capabilities/ecosystems/acp/types.ts'
import { frozenCopy } from '../capabilities/frozen-copy.ts'
import type { CapabilityProfile } from '../capabilities/profile.ts'
import { CapstanError } from '../core/capstan-error.ts'
import type { AgentEvent } from '../events/event.ts'
import type { ConfigOption } from '../events/config-option.ts'
import type { Cost } from '../events/usage.ts'
import { AgentRun } from './agent-run.ts'
import { jsonAnswer, type JsonAnswer } from './ask-json.ts'
import { checkTurnPolicy } from './check-turn-policy.ts'
import { Conversation } from './conversation.ts'
import { LiveConversation } from './live-conversation.ts'
import type { Attachment, RunOptions, TurnOptions } from './options.ts'
import { recoverConversation } from './recover.ts'
import type { RunConversation } from './run-conversation.ts'
import type { RunSide } from './run-side.ts'
import type { Run, RunResult } from './run.ts'
import type { SessionSettings } from './session-settings.ts'
import { SessionSink } from './session-sink.ts'
import type { OutputSchema } from './structured-output.ts'
import type { ValidatedRun } from './validate.ts'

/** What a session is opened with: all of a run but its prompt. */
export type AgentSessionOptions = Omit<RunOptions, 'agent' | 'prompt' | 'outputSchema'>

/** What a session shows of its agent's connection: the connection itself belongs to the session. */
export type SessionHost = Pick<
  AcpHost,
  'agent' | 'handshake' | 'capabilities' | 'profile' | 'loadSession' | 'listSessions' | 'streamAllSessions'
>

/** For sessions that nobody can abort: one for all of them. */
const never = new AbortController().signal

/** How long a cancelled turn may take to end before the session is lost with its agent, which may be busy. */
const cancelGraceMs = 10_000

/** One for all sessions in which nothing was set. */
const noSettings: SessionSettings = {}

/** A conversation of many turns with one agent, in one process. */
export class AgentSession implements AsyncDisposable {
  readonly agent: string
  readonly #validated: ValidatedRun
  readonly #sink: SessionSink
  #conversation: Conversation | LiveConversation
  #run: AgentRun | undefined
  #cost: Cost | undefined
  #capabilities: IAgentCapabilities | undefined
  /** Why the conversation cannot be used any more; it may be taken up again. */
  #ended: CapstanError | undefined
  #closed: CapstanError | undefined
  /** Why the process ended by itself; the connection may not have noticed yet. */
  #lost: CapstanError | undefined
  #settings: SessionSettings = noSettings
  /** Made when there is one. */
  #endListeners: Set<(reason: CapstanError) => void> | undefined

  /** Opens the session. @throws whatever stops it: nothing is left running then. */
  static async open(validated: ValidatedRun): Promise<AgentSession> {
    const sink = new SessionSink()
    const { options, warnings } = validated
    const onWarning = (message: string): void => {
      options.onWarning?.(message)
      void sink.onEvent({ type: 'notice', severity: 'warning', title: message })
    }
    for (const warning of warnings) onWarning(warning)
    // A session has many turns: on its command line the agent has to stay open.
    const kind = validated.transport === 'cli' ? LiveConversation : Conversation
    const conversation = await kind.open({
      validated,
      desk: sink,
      signal: options.signal ?? never,
      onEvent: sink.onEvent,
      onWarning,
    })
    return new AgentSession(validated, conversation, sink)
  }

  private constructor(
    validated: ValidatedRun,
    conversation: Conversation | LiveConversation,
    sink: SessionSink,
  ) {
    this.agent = validated.options.agent
    this.#validated = validated
    this.#conversation = conversation
    this.#sink = sink
    this.#watch(conversation)
  }

  /** Over ACP, or on the agent's command line. */
  get transport(): ValidatedRun['transport'] {
    return this.#validated.transport
  }

  /** What the agent can do in this session: what it advertised, with what is known of it and of its model. */
  get profile(): CapabilityProfile {
    const { profiles, model, definition } = this.#validated
    const current = this.options.some(({ category }) => category === 'model')
    if (model === null || current) return profiles.known(definition.id, { session: this })
    return profiles.resolve(definition, { session: this, details: model })
  }

  /** What the agent advertised; undefined on its command line. */
  get handshake(): Handshake | undefined {
    const conversation = this.#conversation
    return conversation instanceof Conversation ? conversation.host.handshake : undefined
  }

  /** Why there is no agent behind it any more, when there is none. */
  get ended(): CapstanError | undefined {
    return this.#closed ?? this.#ended ?? this.#conversation.closed ?? this.#lost
  }

  /** Is called when the agent's process ends without having been told to. Gives a function that ends it. */
  onEnd(listener: (reason: CapstanError) => void): () => void {
    const listeners = (this.#endListeners ??= new Set())
    listeners.add(listener)
    return () => listeners.delete(listener)
  }

  /** The agent's own id of the session, to go on with later. On its command line some tell it with the first turn. */
  get id(): string {
    return this.#conversation.sessionId ?? ''
  }

  /** The same in ACP's normalized shape, in which every field is true or false. Frozen. */
  get capabilities(): IAgentCapabilities {
    const conversation = this.#conversation
    if (conversation instanceof Conversation) return conversation.host.capabilities
    this.#capabilities ??= frozenCopy(fromProfile(this.#validated.profile).declaration)
    return this.#capabilities
  }

  /** The agent's ACP connection: its capabilities and the sessions it keeps. @throws `TRANSPORT_UNAVAILABLE` without ACP. */
  get host(): SessionHost {
    return this.#overAcp.host
  }

  /** What can be set and what is set, as last told; an agent's command line tells nothing of it. */
  get options(): readonly ConfigOption[] {
    const conversation = this.#conversation
    return conversation instanceof Conversation ? conversation.session.state.options : []
  }

  /** Gets every event of the session as it comes, also between runs. Gives a function that ends it. */
  subscribe(listener: (event: AgentEvent) => void): () => void {
    return this.#sink.subscribe(listener)
  }

  /** What the agent asks gets its answer after this, each time: something may have to reach the agent before. */
  holdAnswers(gate: () => Promise<void>): void {
    this.#sink.holdAnswers(gate)
  }

  /** Puts a message into the running turn; false when no turn was running any more. */
  async steer(message: string, attachments?: readonly Attachment[]): Promise<boolean> {
    if (this.#run === undefined) return false
    return this.#conversation.steer(message, attachments)
  }

  /** Gives the agent a prompt. One at a time. */
  run(prompt: string, options: TurnOptions = {}): Run {
    if (this.#closed !== undefined) throw this.#closed
    if (this.#run !== undefined) throw busyError(this.agent)
    if (this.#ended !== undefined && this.#validated.options.recover !== 'session') throw this.#ended
    const validated = {
      ...this.#validated,
      warnings: [],
      options: { ...this.#validated.options, ...options, prompt },
    }
    checkTurnPolicy(this.#validated, validated.options)
    const run = new AgentRun(validated, {
      open: (side) => this.#begin(side),
      release: (_, { failed }) => this.#endRun(failed),
      cancelGraceMs,
      isWatched: () => this.#sink.isWatched,
      onTold: (event) => this.#sink.tell(event),
      ...(this.#cost === undefined ? {} : { costBefore: this.#cost }),
    })
    this.#run = run
    return run
  }

  /** Gives the agent a prompt and waits for its answer. */
  ask(prompt: string, options?: TurnOptions): Promise<RunResult> {
    return this.run(prompt, options).result()
  }

  /** Gives the agent a prompt and waits for an answer that fits the schema; it may mend its answer once. */
  async askJson<Output>(
    prompt: string,
    options: TurnOptions & { schema: OutputSchema<Output> },
  ): Promise<JsonAnswer<Output>> {
    return jsonAnswer(this.run(prompt, options).result())
  }

  /** Sets the model, the effort or the mode of the session, by whichever way the agent has. */
  async set(settings: SessionSettings): Promise<void> {
    await this.#conversation.set(settings)
    this.#settings = { ...this.#settings, ...settings }
  }

  /** One page of the sessions the agent keeps. */
  listSessions(query?: { cwd?: string; cursor?: string }): Promise<SessionPage> {
    return this.#overAcp.host.listSessions(query)
  }

  /** All sessions the agent keeps. */
  streamAllSessions(query?: { cwd?: string }): AsyncGenerator<SessionInfo, void> {
    return this.#overAcp.host.streamAllSessions(query)
  }

  /** Goes on with an earlier session instead, in the same process; what was said in it is told again first. */
  async loadSession(sessionId: string): Promise<void> {
    if (this.#run !== undefined) throw busyError(this.agent)
    await this.#overAcp.load(sessionId)
    this.#settings = noSettings
    this.#cost = undefined
  }

  /** Ends the session and the agent. */
  async close(): Promise<void> {
    this.#closed ??= new CapstanError('SESSION_CLOSED', `The session with ${this.agent} is closed`)
    await this.#run?.end()
    await this.#conversation.stop()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close()
  }

  /** What only ACP has. */
  get #overAcp(): Conversation {
    if (this.#conversation instanceof Conversation) return this.#conversation
    throw new CapstanError(
      'TRANSPORT_UNAVAILABLE',
      `${this.agent} cannot be asked for this on its command line`,
      {
        hint: 'Use transport acp.',
        commandHint: 'Use --transport acp.',
      },
    )
  }

  #watch(conversation: Conversation | LiveConversation): void {
    conversation.onEnded((reason) => {
      if (this.#closed !== undefined || conversation !== this.#conversation) return
      this.#lost = reason
      for (const listener of this.#endListeners ?? []) listener(reason)
    })
  }

  async #begin(side: RunSide): Promise<RunConversation> {
    this.#sink.attach(side)
    const { recover } = this.#validated.options
    if (recover === 'session' && this.#conversation.closed !== undefined) {
      await this.#conversation.stop()
      this.#conversation = await recoverConversation(this.#conversation, {
        validated: this.#validated,
        desk: this.#sink,
        onEvent: this.#sink.onEvent,
        onWarning: (message) => side.onWarning(message),
        signal: side.signal,
      })
      this.#ended = undefined
      this.#lost = undefined
      this.#watch(this.#conversation)
      await this.#conversation.set(this.#settings)
    }
    return this.#conversation
  }

  async #endRun(failed: boolean): Promise<void> {
    this.#cost = this.#run?.sessionCost
    this.#run = undefined
    this.#sink.detach()
    const { closed } = this.#conversation
    if (!failed || closed === undefined) return
    this.#ended = closed
    await this.#conversation.stop()
  }
}

function busyError(agent: string): CapstanError {
  return new CapstanError('SESSION_BUSY', `${agent} is still working on the prompt before`, {
    hint: 'Wait for the result of the run, cancel it, or say more with its send().',
    commandHint: 'Wait until the agent is idle, then try again.',
  })
}
