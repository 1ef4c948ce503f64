import type { DialogMessage, DialogReading, DialogRequest, Dialog } from '../../agents/command-line/dialog.ts'
import type { StoredSession } from '../../agents/command-line/stored-usage.ts'
import { CapstanError } from '../../core/capstan-error.ts'
import { JsonLinesDecoder } from '../../core/json-lines/json-lines.ts'
import { RequestCorrelator } from '../../core/request-correlator.ts'
import type { AgentEvent } from '../../events/event.ts'
import type { PermissionRequestedEvent } from '../../events/permission.ts'
import type { RunUsage } from '../../events/usage.ts'
import type { MeteredCalls } from '../api/metered-calls.ts'
import type { StopOptions } from '../../process/start-process.ts'
import type { ConversationOptions } from './conversation.ts'
import { endError } from '../launch/end-error.ts'
import { asForked } from './forked.ts'
import { confinedOptions } from '../confinement/confined-options.ts'
import { confinedRun } from '../confinement/confined-run.ts'
import { launch } from '../launch/launch.ts'
import { withCleanError } from '../../process/redact-value.ts'
import type { Launched } from '../launch/launched.ts'
import { contextOf, imagesOf } from './dialog-input.ts'
import { DialogQuestions } from './dialog-questions.ts'
import { DialogTurn, type UsedBefore } from './dialog-turn.ts'
import type { Attachment } from '../api/options.ts'
import { planRun } from '../launch/plan.ts'
import type { RunConversation, TurnResult } from '../api/run-conversation.ts'
import { needsAcpError } from '../api/run-errors.ts'
import type { SessionSettings } from '../api/session-settings.ts'
import { TurnMeter } from './turn-meter.ts'

export type LongRunningOptions = Pick<
  ConversationOptions,
  'validated' | 'broker' | 'onEvent' | 'onWarning' | 'signal'
>

/** How to stop an agent without waiting for it to finish its work. */
const quickStop: StopOptions = { closeGraceMs: 100, termGraceMs: 300 }
/** How long a cancelled turn may take to end before the process is stopped. */
const cancelGraceMs = 5000

/** A conversation with a long-running process on the agent's command line: many turns, in the agent's own protocol. */
export class LongRunningConversation implements RunConversation {
  /** The prompt requests the schema. */
  readonly keepsSchema = false
  readonly #options: LongRunningOptions
  readonly #launched: Launched
  usage: MeteredCalls | undefined
  readonly #meter: TurnMeter
  readonly #dialog: Dialog
  readonly #questions: DialogQuestions
  /** Requests to the agent; the response is the agent's error, if any. */
  readonly #requests = new RequestCorrelator<string, undefined, string | undefined>()
  #sessionId: string | undefined
  #turn: DialogTurn | undefined
  #used: UsedBefore = {}
  #closed: CapstanError | undefined
  #isBlocked = false

  /** Starts the agent. If the agent cannot open a session, the first turn fails. */
  static async open(options: LongRunningOptions): Promise<LongRunningConversation> {
    const { validated, signal } = options
    const { definition, options: run } = validated
    const create = await definition.dialog?.()
    if (create === undefined) {
      throw needsAcpError(`${definition.id} cannot be a long-running process on its command line`)
    }
    const plan = planRun({ ...validated, isLongRunning: true })
    const confined = confinedRun(options)
    const launched = await launch({
      plan,
      definition,
      cwd: run.cwd ?? process.cwd(),
      environment: process.env,
      signal,
      ...(run.env === undefined ? {} : { extraEnvironment: run.env }),
      ...(run.onStderr === undefined ? {} : { onStderr: run.onStderr }),
      ...confined,
    })
    const { confinement } = launched
    const opened = confinement === undefined ? options : confinedOptions(options, () => confinement)
    const conversation = new LongRunningConversation(opened, launched, create(contextOf(validated)))
    conversation.usage = confined?.meter
    return conversation
  }

  private constructor(options: LongRunningOptions, launched: Launched, dialog: Dialog) {
    const { broker, onEvent } = options
    this.#options = options
    this.#launched = launched
    this.#meter = new TurnMeter(options.validated.definition, 'cli')
    this.#dialog = dialog
    this.#questions = new DialogQuestions({
      broker,
      dialog,
      onEvent,
      send: (messages) => this.#send(messages),
    })
    this.#send(dialog.start())
    void this.#readOn()
  }

  /** Undefined until the agent reports it, which some do with their first turn. */
  get sessionId(): string | undefined {
    return this.#sessionId
  }

  get isBlocked(): boolean {
    return this.#isBlocked
  }

  /** Why the conversation ended. */
  get closed(): CapstanError | undefined {
    return this.#closed
  }

  async turn(prompt: string, attachments: readonly Attachment[]): Promise<TurnResult> {
    const images = await imagesOf(attachments, this.#options.validated.definition.id)
    if (this.#closed !== undefined) throw this.#closed
    await this.#openMeter()
    const turn = new DialogTurn(this.#used)
    this.#turn = turn
    this.#send(this.#dialog.prompt(prompt, images))
    return this.#launched.confined(() => turn.result)
  }

  halt(message: string): () => void {
    return this.#launched.halt(message)
  }

  async usedSoFar(): Promise<RunUsage | undefined> {
    const session = this.#stored
    return session === undefined ? undefined : this.#meter.soFar(session)
  }

  get #stored(): StoredSession | undefined {
    const { sessionId: resumed, forkSessionId } = this.#options.validated.options
    const sessionId = this.#sessionId ?? (forkSessionId === undefined ? resumed : undefined)
    return sessionId === undefined ? undefined : { sessionId, environment: this.#launched.environment }
  }

  /** Whether a fork inherits the token counts of its parent is unknown. */
  async #openMeter(): Promise<void> {
    const { forkSessionId } = this.#options.validated.options
    await this.#meter.open(this.#stored ?? (forkSessionId === undefined ? 'new' : 'unknown'))
  }

  /** Asks the agent to stop the turn, and stops the process if the turn does not end in time. */
  cancelTurn(): void {
    const turn = this.#turn
    if (turn === undefined || turn.isCancelled) return
    turn.isCancelled = true
    if (turn.hasBegun) this.#send(this.#dialog.cancel())
    setTimeout(() => {
      if (!turn.isOver) void this.#launched.stop(quickStop)
    }, cancelGraceMs).unref()
  }

  async steer(message: string, attachments: readonly Attachment[] = []): Promise<boolean> {
    const images = await imagesOf(attachments, this.#options.validated.definition.id)
    const turn = this.#turn
    await turn?.begun
    if (turn === undefined || turn.isOver || turn.isCancelled) return false
    return (await this.#request(this.#dialog.steer(message, images))) === undefined
  }

  /** Calls the listener with the reason once the process has ended. An idle session waits without an async frame. */
  onEnded(listener: (reason: CapstanError) => void): void {
    const { process: child } = this.#launched
    void child.exited.then(async () => listener(await endError(this.#options.validated.definition.id, child)))
  }

  /** Sets the model first, because the available efforts depend on it. */
  async set({ model, effort, mode }: SessionSettings): Promise<void> {
    const agent = this.#options.validated.definition.id
    for (const [name, value] of Object.entries({ model, effort, mode })) {
      if (value === undefined) continue
      const request = this.#dialog.set(name as keyof SessionSettings, value)
      if (request === undefined) {
        throw needsAcpError(`${agent} cannot change ${name} on its command line`)
      }
      const error = await this.#request(request)
      if (error === undefined) continue
      throw new CapstanError('AGENT_ERROR', `${agent} rejected ${name} ${value}: ${error}`)
    }
  }

  fail(error: CapstanError): void {
    this.#close(error)
    void this.#launched.stop(quickStop)
  }

  /** Nothing to delete: a flag at the start decides whether the agent stores the session. */
  async forget(): Promise<void> {}

  async stop({ quickly = false }: { quickly?: boolean } = {}): Promise<void> {
    const { id } = this.#options.validated.definition
    this.#close(new CapstanError('CONNECTION_CLOSED', `The conversation with ${id} was closed`))
    await this.#launched.stop(quickly ? quickStop : undefined)
  }

  #send(messages: readonly DialogMessage[]): void {
    const { onMessage } = this.#options.validated.options
    for (const message of messages) {
      void onMessage?.('out', message)
      this.#launched.process.stdin?.write(`${JSON.stringify(message)}\n`)
    }
  }

  /** Sends a request and returns the agent's error, if any. */
  async #request({ id, send }: DialogRequest): Promise<string | undefined> {
    if (this.#closed !== undefined) throw this.#closed
    const answer = id === undefined ? undefined : this.#requests.add(id, { request: undefined })
    this.#send(send)
    return answer
  }

  /** Reads the agent's output until it ends. */
  async #readOn(): Promise<void> {
    const launched = this.#launched
    const { process: child } = launched
    const { definition, options } = this.#options.validated
    const readings: DialogReading[] = []
    const add = (event: AgentEvent): number => readings.push({ events: [event] })
    const decoder = new JsonLinesDecoder({
      ...(options.maxLineBytes === undefined ? {} : { maxLineBytes: options.maxLineBytes }),
      onValue: (value) => {
        void options.onMessage?.('in', value)
        readings.push(this.#dialog.read(value))
      },
      onText: (text) => add({ type: 'log', level: 'info', message: launched.redact(text) }),
      onBadLine: (error) => {
        const payload = error.withExcerpt(launched.redact(error.excerpt)).toJSON()
        add({ type: 'raw', source: 'stdout', payload })
      },
    })
    for await (const chunk of child.stdout) {
      decoder.push(chunk as Buffer)
      for (const reading of readings.splice(0)) await this.#take(reading)
    }
    decoder.end()
    for (const reading of readings) await this.#take(reading)
    this.#close(await endError(definition.id, child))
  }

  async #take({ events, send, begins, end, answered, withdrawn, failure }: DialogReading): Promise<void> {
    for (const event of events) {
      if (event.type === 'permission.requested') this.#ask(event)
      else await this.#emit(withCleanError(event, (text) => this.#launched.redact(text)))
    }
    if (send !== undefined) this.#send(send)
    if (withdrawn !== undefined) this.#questions.withdraw(withdrawn)
    if (answered !== undefined) this.#requests.resolve(answered.id, answered.error)
    if (begins) this.#begin()
    if (failure !== undefined)
      this.fail(new CapstanError(String(failure.code), this.#launched.redact(failure.message)))
    if (end !== undefined) this.#endTurn(end)
  }

  /** Emits and asks in one tick, because a reader may answer the request at once. */
  #ask(request: PermissionRequestedEvent): void {
    void this.#options.onEvent(request)
    void this.#questions.ask(request)
  }

  #begin(): void {
    this.#turn?.begin()
    // The turn may have been cancelled before it began, or continue with a late steering message.
    if (this.#turn?.isCancelled) this.#send(this.#dialog.cancel())
  }

  #endTurn(end: NonNullable<DialogReading['end']>): void {
    const turn = this.#turn
    this.#turn = undefined
    this.#sessionId = end.sessionId ?? this.#sessionId
    turn?.end(end)
    const { tokens = this.#used.tokens, cost = this.#used.cost } = end
    this.#used = { ...(tokens === undefined ? {} : { tokens }), ...(cost === undefined ? {} : { cost }) }
  }

  async #emit(event: AgentEvent): Promise<void> {
    this.#sessionId = event.sessionId ?? this.#sessionId
    const { forkSessionId } = this.#options.validated.options
    const drained = this.#options.onEvent(asForked(event, forkSessionId))
    if (drained === undefined) return
    this.#isBlocked = true
    await drained
    this.#isBlocked = false
  }

  #close(error: CapstanError): void {
    if (this.#closed !== undefined) return
    this.#closed = error
    this.#questions.withdrawAll()
    this.#requests.close(error)
    const turn = this.#turn
    this.#turn = undefined
    if (turn?.isCancelled) turn.end({ stopReason: 'cancelled' })
    else turn?.fail(error)
  }
}
