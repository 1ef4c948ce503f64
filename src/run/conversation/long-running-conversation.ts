import type {
  DialogContext,
  DialogImage,
  DialogMessage,
  DialogReading,
  DialogRequest,
  Dialog,
} from '../../agents/command-line/dialog.ts'
import type { StoredSession } from '../../agents/command-line/stored-usage.ts'
import { CapstanError } from '../../core/capstan-error.ts'
import { JsonLinesDecoder } from '../../core/json-lines/json-lines.ts'
import type { AgentEvent } from '../../events/event.ts'
import type { PermissionRequestedEvent } from '../../events/permission.ts'
import type { RunUsage } from '../../events/usage.ts'
import type { StopOptions } from '../../process/start-process.ts'
import type { ConversationOptions } from './conversation.ts'
import { endError } from '../launch/end-error.ts'
import { asForked } from './forked.ts'
import { launch } from '../launch/launch.ts'
import { withCleanError } from '../../process/redact-value.ts'
import type { Launched } from '../launch/launched.ts'
import { DialogQuestions } from './dialog-questions.ts'
import { DialogTurn, type UsedBefore } from './dialog-turn.ts'
import type { Attachment } from '../api/options.ts'
import { planRun } from '../launch/plan.ts'
import { sandboxOf, startPolicyOf } from '../permissions/policy-hold.ts'
import { promptContent } from './prompt-content.ts'
import type { RunConversation, TurnResult } from '../api/run-conversation.ts'
import type { SessionSettings } from '../api/session-settings.ts'
import { TurnMeter } from './turn-meter.ts'
import type { ValidatedRun } from '../validate/validate.ts'

export type LongRunningOptions = Pick<ConversationOptions, 'validated' | 'broker' | 'onEvent' | 'signal'>

/** How an agent is stopped that nobody waits for any more. */
const quickStop: StopOptions = { closeGraceMs: 100, termGraceMs: 300 }
/** How long a cancelled turn may take to end before the process is ended. */
const cancelGraceMs = 5000

/** A conversation over an agent's own command line that stays open: one process, many turns, in its own protocol. */
export class LongRunningConversation implements RunConversation {
  /** A schema is asked for in the prompt. */
  readonly keepsSchema = false
  readonly #options: LongRunningOptions
  readonly #launched: Launched
  readonly #meter: TurnMeter
  readonly #dialog: Dialog
  readonly #questions: DialogQuestions
  readonly #requests = new Map<string, (error: string | undefined) => void>()
  #sessionId: string | undefined
  #turn: DialogTurn | undefined
  #used: UsedBefore = {}
  #closed: CapstanError | undefined
  #isBlocked = false

  /** Starts the agent. What keeps it from opening a session is told by the first turn. */
  static async open(options: LongRunningOptions): Promise<LongRunningConversation> {
    const { validated, signal } = options
    const { definition, options: run } = validated
    const create = await definition.dialog?.()
    if (create === undefined) {
      throw new CapstanError(
        'TRANSPORT_UNAVAILABLE',
        `${definition.id} cannot be kept open on its command line`,
        {
          hint: 'Use transport acp.',
          commandHint: 'Use --transport acp.',
        },
      )
    }
    const plan = planRun({ ...validated, isLongRunning: true })
    const launched = await launch({
      plan,
      definition,
      cwd: run.cwd ?? process.cwd(),
      environment: process.env,
      signal,
      ...(run.env === undefined ? {} : { extraEnvironment: run.env }),
      ...(run.onStderr === undefined ? {} : { onStderr: run.onStderr }),
      ...sandboxOf(run),
    })
    return new LongRunningConversation(options, launched, create(contextOf(validated)))
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

  /** Empty until the agent has told it, which some do with their first turn. */
  get sessionId(): string | undefined {
    return this.#sessionId
  }

  get isBlocked(): boolean {
    return this.#isBlocked
  }

  /** Why it cannot be used any more. */
  get closed(): CapstanError | undefined {
    return this.#closed
  }

  async turn(prompt: string, attachments: readonly Attachment[]): Promise<TurnResult> {
    const images = await this.#imagesOf(attachments)
    if (this.#closed !== undefined) throw this.#closed
    await this.#openMeter()
    const turn = new DialogTurn(this.#used)
    this.#turn = turn
    this.#send(this.#dialog.prompt(prompt, images))
    return turn.result
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

  /** What a fork takes over of the counts of its session is not known. */
  async #openMeter(): Promise<void> {
    const { forkSessionId } = this.#options.validated.options
    await this.#meter.open(this.#stored ?? (forkSessionId === undefined ? 'new' : 'unknown'))
  }

  /** The process is ended where the agent does not end the turn itself. */
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
    const images = await this.#imagesOf(attachments)
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

  /** The model first: what effort it takes depends on it. */
  async set({ model, effort, mode }: SessionSettings): Promise<void> {
    const agent = this.#options.validated.definition.id
    for (const [name, value] of Object.entries({ model, effort, mode })) {
      if (value === undefined) continue
      const request = this.#dialog.set(name as keyof SessionSettings, value)
      if (request === undefined) {
        throw new CapstanError(
          'TRANSPORT_UNAVAILABLE',
          `${agent} has no ${name} that can be set on its command line`,
          {
            hint: 'Use transport acp.',
            commandHint: 'Use --transport acp.',
          },
        )
      }
      const error = await this.#request(request)
      if (error === undefined) continue
      throw new CapstanError('AGENT_ERROR', `${agent} does not take ${name} ${value}: ${error}`)
    }
  }

  fail(error: CapstanError): void {
    this.#close(error)
    void this.#launched.stop(quickStop)
  }

  /** What is kept of a session is said when it starts. */
  async forget(): Promise<void> {}

  async stop({ quickly = false }: { quickly?: boolean } = {}): Promise<void> {
    const { id } = this.#options.validated.definition
    this.#close(new CapstanError('CONNECTION_CLOSED', `The conversation with ${id} was closed`))
    await this.#launched.stop(quickly ? quickStop : undefined)
  }

  async #imagesOf(attachments: readonly Attachment[]): Promise<DialogImage[]> {
    const content = await promptContent('', attachments, { embeds: false })
    return content.flatMap((block) => {
      if (block.type === 'image' && block.data !== undefined) {
        return [{ data: block.data, mimeType: block.mimeType }]
      }
      if (block.type === 'text') return []
      const { id } = this.#options.validated.definition
      throw new CapstanError('TRANSPORT_UNAVAILABLE', `${id} is given only images on its command line`, {
        hint: 'Use transport acp, or name the file in the prompt.',
        commandHint: 'Use --transport acp, or name the file in the prompt.',
      })
    })
  }

  #send(messages: readonly DialogMessage[]): void {
    const { onMessage } = this.#options.validated.options
    for (const message of messages) {
      void onMessage?.('out', message)
      this.#launched.process.stdin?.write(`${JSON.stringify(message)}\n`)
    }
  }

  /** Gives why it was refused. */
  async #request({ id, send }: DialogRequest): Promise<string | undefined> {
    if (this.#closed !== undefined) throw this.#closed
    const answer =
      id === undefined
        ? undefined
        : new Promise<string | undefined>((resolve) => this.#requests.set(id, resolve))
    this.#send(send)
    return answer
  }

  /** Reads as long as the agent writes. */
  async #readOn(): Promise<void> {
    const launched = this.#launched
    const { process: child } = launched
    const { definition, options } = this.#options.validated
    const readings: DialogReading[] = []
    const tell = (event: AgentEvent): number => readings.push({ events: [event] })
    const decoder = new JsonLinesDecoder({
      ...(options.maxLineBytes === undefined ? {} : { maxLineBytes: options.maxLineBytes }),
      onValue: (value) => {
        void options.onMessage?.('in', value)
        readings.push(this.#dialog.read(value))
      },
      onText: (text) => tell({ type: 'log', level: 'info', message: launched.redact(text) }),
      onBadLine: (error) => {
        const payload = error.withExcerpt(launched.redact(error.excerpt)).toJSON()
        tell({ type: 'raw', source: 'stdout', payload })
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
      else await this.#tell(withCleanError(event, (text) => this.#launched.redact(text)))
    }
    if (send !== undefined) this.#send(send)
    if (withdrawn !== undefined) this.#questions.withdraw(withdrawn)
    if (answered !== undefined) this.#settle(answered.id, answered.error)
    if (begins) this.#begin()
    if (failure !== undefined)
      this.fail(new CapstanError(String(failure.code), this.#launched.redact(failure.message)))
    if (end !== undefined) this.#endTurn(end)
  }

  /** Whoever reads it may answer at once: it has to wait for that before anything else happens. */
  #ask(request: PermissionRequestedEvent): void {
    void this.#options.onEvent(request)
    void this.#questions.ask(request)
  }

  #begin(): void {
    this.#turn?.begin()
    // It may have been cancelled before, or go on with what was said to it too late.
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

  #settle(id: string, error: string | undefined): void {
    this.#requests.get(id)?.(error)
    this.#requests.delete(id)
  }

  async #tell(event: AgentEvent): Promise<void> {
    this.#sessionId = event.sessionId ?? this.#sessionId
    const { forkSessionId } = this.#options.validated.options
    const room = this.#options.onEvent(asForked(event, forkSessionId))
    if (room === undefined) return
    this.#isBlocked = true
    await room
    this.#isBlocked = false
  }

  #close(error: CapstanError): void {
    if (this.#closed !== undefined) return
    this.#closed = error
    this.#questions.withdrawAll()
    for (const settle of this.#requests.values()) settle(error.message)
    this.#requests.clear()
    const turn = this.#turn
    this.#turn = undefined
    if (turn?.isCancelled) turn.end({ stopReason: 'cancelled' })
    else turn?.fail(error)
  }
}

/** What the dialog has to say because the command line does not. */
function contextOf({ options, model, definition, isSession }: ValidatedRun): DialogContext {
  const { cwd = process.cwd(), sessionId, forkSessionId, noSession } = options
  const name = model?.capabilities.cliArgValue ?? options.model
  return {
    cwd,
    approval:
      approvals[startPolicyOf(options, { definition, isSession, transport: 'cli', isLongRunning: true })],
    createId: () => crypto.randomUUID(),
    ...(name === undefined ? {} : { model: name }),
    ...(sessionId === undefined ? {} : { resume: sessionId }),
    ...(forkSessionId === undefined ? {} : { fork: forkSessionId }),
    ...(noSession === undefined ? {} : { noSession }),
  }
}

/** A policy that allows reads, or nothing, needs to hear only of what the agent's own limits stop. */
const approvals = { allow: 'nothing', ask: 'everything', 'allow-reads': 'refused', deny: 'refused' } as const
