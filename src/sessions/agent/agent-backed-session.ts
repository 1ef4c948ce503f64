import type { AgentSessionCapabilities, AgentStatus } from '../../capabilities/ecosystems/relay/types.ts'
import { type Clock, systemClock } from '../../core/clock.ts'
import type { CapstanError } from '../../core/capstan-error.ts'
import type { AgentEvent } from '../../events/event.ts'
import type { FinishEvent } from '../../events/finish.ts'
import type { TurnOptions } from '../../run/api/options.ts'
import type { ElicitationAnswer, PermissionAnswer, Run } from '../../run/api/run.ts'
import type { RunSession } from '../../run/session.ts'
import type { AgentSession, AskOptions, ResumeSessionOptions, SessionConnection } from '../agent-session.ts'
import type { ReportedEvent } from '../events/reported-event.ts'
import type { AgentIdentity } from '../identity.ts'
import type { SessionMessage } from '../messages/message.ts'
import type { MessageContext, MessageReceipt } from '../messages/receipt.ts'
import { agentCapabilities } from './agent-capabilities.ts'
import { type AgentSnapshot, snapshotOf } from './agent-snapshot.ts'
import { StatusKeeper } from './agent-status.ts'
import {
  type AgentBackedOptions,
  openRunSession,
  resumeRunSession,
  withVariables,
  type EarlierSession,
} from './agent-opening.ts'
import { AgentListeners } from './agent-listeners.ts'
import { AgentTurn, asksPerson, stopTurn } from './agent-turn.ts'
import { busyError, closedError, goneError, notOpenError, stuckError } from './agent-session-errors.ts'
import { AgentWatch } from './agent-watch.ts'
import { PromptInbox } from './prompt-inbox.ts'
import { PromptQueue } from './prompt-queue.ts'
import { TurnAnswers } from './turn-answers.ts'
import type { TurnFollower } from './turn-follower.ts'

/** A session backed by a coding agent. Messages reach the agent at the boundaries its transport offers. */
export class AgentBackedSession implements AgentSession {
  readonly identity: AgentIdentity
  #options: AgentBackedOptions
  readonly #clock: Clock
  readonly #forks = new Map<string, AgentBackedSession>()
  readonly #listeners = new AgentListeners(
    (message) => void this.#emit?.({ type: 'log', level: 'warn', message }),
  )
  readonly #prompts: PromptQueue
  readonly #status: StatusKeeper
  readonly #watch: AgentWatch
  readonly #inbox: PromptInbox
  readonly #session: RunSession
  #capabilities: AgentSessionCapabilities
  #turn: AgentTurn | undefined
  #emit: ((event: ReportedEvent) => void | Promise<void>) | undefined
  #connection: SessionConnection | undefined
  /** The status that follows the turn being stopped. */
  #stopsFor: 'paused' | 'releasing' | 'offline' | undefined
  /** Follows the turns of messages; without one, their events only reach subscribers. */
  follower: TurnFollower | undefined
  // Present only if the agent supports it.
  readonly resume?: AgentSession['resume']
  readonly fork?: (identity: AgentIdentity) => Promise<AgentBackedSession>

  /** Starts the agent. @throws if the start fails; no process is left running. */
  static async open(options: AgentBackedOptions, earlier: EarlierSession = {}): Promise<AgentBackedSession> {
    return new AgentBackedSession(options, await openRunSession(options, earlier))
  }

  private constructor(options: AgentBackedOptions, session: RunSession) {
    const { identity, clock = systemClock } = options
    this.identity = identity
    this.#options = options
    this.#clock = clock
    this.#status = new StatusKeeper((status, reason) => this.#changed(status, reason))
    this.#watch = new AgentWatch({
      clock,
      status: this.#status,
      emit: (event) => this.#emit?.(event),
    })
    this.#prompts = new PromptQueue({
      turn: () => this.#turn,
      prompt: (text, turnOptions) => this.prompt(text, turnOptions),
      status: () => this.status,
      identity,
    })
    this.#inbox = new PromptInbox({
      clock,
      answers: new TurnAnswers(() => this.#connection),
      hasTools: options.mcp !== undefined,
      isOwner: options.isOwner,
      turn: () => this.#turn,
      canSteer: () => this.canSteer,
      steer: (text, attachments) => this.#session.steer(text, attachments),
      interrupt: (turn) => stopTurn(turn, clock),
      begin: (text, attachments) => this.#beginMessageTurn(text, { attachments }),
      emit: (event) => void this.#emit?.(event),
    })
    this.#session = session
    session.subscribe((event) => this.#onAgentEvent(event))
    session.onEnd((reason) => {
      if (this.#turn === undefined) this.#lost(reason)
    })
    session.holdAnswers(() => this.#watch.boundaries())
    this.#capabilities = this.#readCapabilities()
    if (this.#capabilities.lifecycle.resume) this.resume = (resuming) => this.#resume(resuming)
    if (this.#capabilities.lifecycle.fork) this.fork = (child) => this.#fork(child)
  }

  get capabilities(): AgentSessionCapabilities {
    return this.#capabilities
  }

  get status(): AgentStatus {
    return this.#status.status
  }

  /** The agent’s own session id; empty until the agent has reported one. */
  get agentSessionId(): string {
    return this.#session.id
  }

  /** The conversation with the agent: its profile, its settings and the agent's own session. */
  get conversation(): RunSession {
    return this.#session
  }

  /** Whether the agent accepts messages during a turn. */
  get canSteer(): boolean {
    return this.#capabilities.delivery.modes.includes('next-tool-call')
  }

  connect(connection: SessionConnection): void {
    this.#connection = connection
  }

  /** Receives every agent event. Returns a function that unsubscribes. */
  subscribe(listener: (event: AgentEvent) => void): () => void {
    return this.#listeners.add(listener)
  }

  onEvent(emit: (event: ReportedEvent) => void | Promise<void>): () => void {
    this.#emit = emit
    return () => {
      this.#emit = undefined
    }
  }

  async receiveMessage(message: SessionMessage, context: MessageContext): Promise<MessageReceipt> {
    if ((this.#session.ended ?? this.#stopsFor) !== undefined)
      return this.#inbox.later(context.id, 'the agent is not running')
    if (this.#turn === undefined && (this.follower?.isBusy || this.#prompts.isWaiting))
      return this.#inbox.later(context.id, 'another prompt is about to start')
    return this.#inbox.receive(message, context)
  }

  /** Starts a turn of the owner; messages queued for the next prompt are put in front of it. */
  prompt(text: string, options: TurnOptions = {}): Run {
    const { status } = this
    if (this.#turn !== undefined) throw busyError(this.identity.name)
    if (status !== 'idle') throw closedError(this.identity, status)
    const block = this.#inbox.collect(() => this.#connection?.beforePrompt())
    const fullText = block.text === '' ? text : `${block.text}\n\n${text}`
    const attachments = [...(options.attachments ?? []), ...block.attachments]
    const start = (): AgentTurn => this.#begin(fullText, { ...options, attachments }, { isRead: true })
    return this.#inbox.begin(block.items, start).run
  }

  /** Starts a turn of the owner once the running one has ended. */
  ask(text: string, options?: AskOptions): Promise<Run> {
    return this.#prompts.ask(text, options)
  }

  /** The forked session with this id; returned once. */
  takeFork(id: string): AgentBackedSession | undefined {
    const child = this.#forks.get(id)
    this.#forks.delete(id)
    return child
  }

  /** Answers an open request of the running turn. */
  respond(requestId: string, answer: PermissionAnswer | ElicitationAnswer): void {
    if (this.#turn === undefined) throw notOpenError(requestId)
    this.#turn.run.respond(requestId, answer)
  }

  async release(): Promise<void> {
    this.#status.set('releasing')
    await this.#end('releasing', 'the session is being released')
    this.#status.set('released')
  }

  /** Stops the agent. The session is offline and can be opened again from its snapshot. */
  async stop(reason: string): Promise<void> {
    await this.#end('offline', reason)
    this.#status.set('offline', reason)
  }

  async #end(stopsFor: 'releasing' | 'offline', reason: string): Promise<void> {
    this.#stopsFor = stopsFor
    this.#inbox.deferAll(reason)
    await this.#session.close()
    await this.#turn?.over
    this.#watch.endTurn()
  }

  /** Interrupts the running turn and keeps the process. */
  async pause(reason?: string): Promise<void> {
    this.#stopsFor = 'paused'
    const turn = this.#turn
    if (turn !== undefined && !(await stopTurn(turn, this.#clock))) {
      this.#stopsFor = undefined
      throw stuckError(this.identity.name)
    }
    this.#inbox.deferAll('the session is paused')
    this.#status.set('paused', reason)
  }

  /** The data needed to resume the session. */
  get origin(): AgentSnapshot {
    const { agent, options, cursor, source } = this.#options
    const { identity, conversation: session } = this
    return snapshotOf({ identity, session, agent, options, source, cursor: cursor?.() ?? 0 })
  }

  async snapshot(): Promise<AgentSnapshot> {
    return this.origin
  }

  /** Ends a pause; restarts an agent that has ended and resumes its session. */
  async #resume({ env = {} }: ResumeSessionOptions = {}): Promise<void> {
    this.#options = withVariables(this.#options, env, { isRunning: this.#session.ended === undefined })
    if (this.#session.ended !== undefined) {
      if (this.agentSessionId === '') throw goneError(this.identity.name)
      await this.#status.starting(() => resumeRunSession(this.#options, this.#session))
      this.#capabilities = this.#readCapabilities()
    }
    this.#stopsFor = undefined
    this.#status.set(undefined)
  }

  async #fork(identity: AgentIdentity): Promise<AgentBackedSession> {
    const { agentSessionId: forkSessionId } = this
    if (forkSessionId === '') throw goneError(this.identity.name)
    const child = await AgentBackedSession.open({ ...this.#options, identity }, { forkSessionId })
    this.#forks.set(identity.id, child)
    return child
  }

  #readCapabilities(): AgentSessionCapabilities {
    const { transport, profile } = this.#session
    return agentCapabilities({ transport, profile, hasTools: this.#options.mcp !== undefined })
  }

  /** A turn for messages: read by the follower, or by nobody. */
  #beginMessageTurn(text: string, options: TurnOptions): AgentTurn {
    const { follower } = this
    if (follower === undefined) return this.#begin(text, options, { isRead: false })
    if (follower.isBusy) throw busyError(this.identity.name)
    const turn = this.#begin(text, { ...options, ...follower.options() }, { isRead: true })
    follower.follow(turn.run, text)
    return turn
  }

  #begin(text: string, options: TurnOptions, { isRead }: { isRead: boolean }): AgentTurn {
    const run = this.#session.run(text, options)
    // No reader: drain the run so that its events are discarded.
    if (!isRead) run.result().catch(() => {})
    const turn = new AgentTurn(run)
    this.#turn = turn
    this.#watch.beginTurn({ asks: asksPerson(options) ?? asksPerson(this.#options.options) ?? false })
    return turn
  }

  #onAgentEvent(event: AgentEvent): void {
    this.#listeners.notify(event)
    this.#watch.take(event)
    const turn = this.#turn
    if (event.type === 'finish') void this.#finish(turn, event)
    else if (event.type !== 'notice' && event.type !== 'access.blocked') turn?.sign()
  }

  async #finish(turn: AgentTurn | undefined, event: FinishEvent): Promise<void> {
    if (turn === undefined) return
    const session = this.#session
    await turn.run[Symbol.asyncDispose]()
    turn.answered(event, { isGone: session.ended !== undefined })
    this.#turn = undefined
    const isExpected = this.#stopsFor === 'releasing' || this.#stopsFor === 'offline'
    if (session.ended !== undefined && !isExpected) this.#lost(session.ended)
    else this.#watch.endTurn(this.#stopsFor)
    turn.end()
  }

  /** The agent ended on its own. */
  #lost(reason: CapstanError): void {
    const canResume = this.resume !== undefined && this.agentSessionId !== ''
    this.#inbox.deferAll('the agent has ended')
    void this.#emit?.({ type: 'error', error: reason.message, code: reason.code, retryable: canResume })
    this.#watch.endTurn(canResume ? 'offline' : 'failed', reason.message)
  }

  #changed(status: AgentStatus, reason?: string): void {
    void this.#emit?.({ type: 'status.changed', status, ...(reason === undefined ? {} : { reason }) })
  }
}
