import { CapstanError } from '../core/capstan-error.ts'
import type { EventQueueReader } from '../core/event-queue.ts'
import { createId } from '../core/ids.ts'
import type { AgentEvent } from '../events/event.ts'
import type { StopReason } from '../events/finish.ts'
import type { Cost, RunUsage, UsageUpdatedEvent } from '../events/usage.ts'
import { unenforcedWarning } from './validate/check-budget.ts'
import { errorDetail } from './api/error-detail.ts'
import { withLoginHint } from './launch/login-hint.ts'
import { PermissionBroker } from './permissions/permission-broker.ts'
import { policyOf } from './permissions/policy-hold.ts'
import type { RunConversation, TurnResult } from './api/run-conversation.ts'
import { finishEvent, type RunEnd, runResult } from './run-end.ts'
import { noTurnError, overError, timeError } from './api/run-errors.ts'
import { RunEvents } from './run-events.ts'
import { RunTurns } from './run-turns.ts'
import { runPrice } from './budget/run-price.ts'
import type { RunSide } from './validate/run-side.ts'
import type { RunSource } from './run-source.ts'
import type { ElicitationAnswer, PermissionAnswer, Run, RunResult } from './api/run.ts'
import type { ValidatedRun } from './validate/validate.ts'

/** How long an agent that is being stopped may take to end its turn itself. */
const momentMs = 400

/** A run over ACP or over the agent's command line. */
export class AgentRun implements Run, RunSide {
  readonly id = createId('run')
  readonly agent: string
  readonly broker: PermissionBroker
  readonly validated: ValidatedRun
  readonly #source: RunSource
  readonly #events = new RunEvents(() => void this.cancel())
  readonly #result = Promise.withResolvers<RunResult>()
  readonly #released = Promise.withResolvers<void>()
  readonly #opening = new AbortController()
  readonly #turns: RunTurns
  readonly #warnings: string[]
  /** Seconds since the process started: the first use of `performance` would load a builtin module and delay the run. */
  readonly #startedAt = process.uptime()
  #conversation: RunConversation | undefined
  #isFinished = false
  #isReadingUsage = false
  #stop: { error: CapstanError | undefined } | undefined
  #timer: NodeJS.Timeout | undefined
  #grace: NodeJS.Timeout | undefined

  constructor(validated: ValidatedRun, source: RunSource) {
    const { options, warnings } = validated
    this.agent = options.agent
    this.validated = validated
    this.#source = source
    this.#warnings = []
    this.broker = new PermissionBroker({
      policy: options.permissions ?? policyOf(options),
      roots: [options.cwd ?? process.cwd(), ...(options.additionalDirectories ?? [])],
      isAttended: () => this.#isAttended,
      onEvent: (event) => this.#emit(event),
      onWarning: (message) => this.onWarning(message),
    })
    this.#turns = new RunTurns({
      options,
      broker: this.broker,
      signal: this.signal,
      isStopped: () => this.#stop !== undefined,
      onSilence: (error) => this.#stopFor(error),
    })
    this.#result.promise.catch(() => {})
    for (const warning of warnings) this.onWarning(warning)
    options.signal?.addEventListener('abort', this.#abort, { once: true })
    if (options.signal?.aborted) this.#abort()
    void this.#drive()
  }

  get sessionId(): string | undefined {
    return this.#conversation?.sessionId
  }

  /** The cost of the whole session, as last reported. */
  get sessionCost(): Cost | undefined {
    return this.#turns.budget.sessionCost
  }

  get signal(): AbortSignal {
    return this.#opening.signal
  }

  result(): Promise<RunResult> {
    this.#events.requestResult()
    // A caller that also reads the events starts reading before this runs.
    setImmediate(() => {
      if (!this.#isAttended) this.broker.refuseOpen()
    })
    return this.#result.promise
  }

  send(message: string): void {
    if (this.#isFinished) throw overError(this.id)
    this.#turns.add(message)
  }

  async steer(message: string): Promise<void> {
    if (this.#isFinished) throw overError(this.id)
    if (!this.#turns.transcript.isOpen || this.#conversation === undefined) throw noTurnError(this.id)
    const taken = await this.#conversation.steer(message)
    if (!taken) this.send(message)
  }

  respond(requestId: string, answer: PermissionAnswer | ElicitationAnswer): void {
    this.broker.respond(requestId, answer)
  }

  async interrupt(): Promise<void> {
    if (this.#turns.transcript.isOpen) this.#cancelTurn()
  }

  async cancel(reason?: CapstanError): Promise<void> {
    this.#stopFor(reason)
    await this.#released.promise
  }

  /** Like `cancel`, for an agent that is being stopped: its turn gets only 400 ms to end. */
  async end(): Promise<void> {
    this.#stopFor(undefined)
    if (this.#grace !== undefined) this.#failAfter(momentMs)
    await this.#released.promise
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (!this.#isFinished) this.#stopFor(undefined)
    await this.#released.promise
  }

  [Symbol.asyncIterator](): EventQueueReader<AgentEvent> {
    return this.#events[Symbol.asyncIterator]()
  }

  /** Receives the agent's events, in order. */
  onEvent(event: AgentEvent): Promise<void> | undefined {
    this.#turns.touch()
    if (this.#isFinished) return undefined
    this.#turns.transcript.add(event)
    if (event.type === 'text.delta' || event.type === 'thinking.delta') return this.#events.add(event)
    this.#observe(event)
    return this.#events.add(event.type === 'usage.updated' ? this.#withRunUsage(event) : event)
  }

  /** Receives the usage of the running turn so far. */
  onUsage(used: RunUsage): void {
    if (this.#isFinished || !this.#turns.transcript.isOpen) return
    const breach = this.#turns.budget.observeTurn(used)
    if (breach !== undefined) this.#stopFor(breach)
  }

  onWarning(message: string): void {
    this.#warnings.push(message)
    this.validated.options.onWarning?.(message)
    this.#emit({ type: 'notice', severity: 'warning', title: message })
  }

  #observe(event: AgentEvent): void {
    this.broker.observe(event)
    const breach = this.#turns.budget.observe(event)
    if (breach !== undefined) this.#stopFor(breach)
    if (event.type === 'tool.called' || event.type === 'tool.updated') void this.#readUsage()
  }

  /** Reads the usage from the agent's files while it works, so that a limit can stop it. One read at a time. */
  async #readUsage(): Promise<void> {
    const conversation = this.#conversation
    if (!this.#turns.budget.isLimited || this.#isReadingUsage || conversation?.usedSoFar === undefined) return
    this.#isReadingUsage = true
    const used = await conversation.usedSoFar()
    this.#isReadingUsage = false
    if (used !== undefined) this.onUsage(used)
  }

  #withRunUsage(event: UsageUpdatedEvent): UsageUpdatedEvent {
    const run = this.#turns.budget.used
    return Object.keys(run).length === 0 ? event : { ...event, run }
  }

  /** Emits an event of Capstan's own; the agent does not wait for it. */
  #emit(event: AgentEvent): void {
    if (this.#isFinished) return
    this.#events.emit(event)
    this.#source.onOwnEvent?.(event)
  }

  /** Whether a reader or a watcher can answer questions. */
  get #isAttended(): boolean {
    return this.#events.hasReader || this.#source.isWatched?.() === true
  }

  async #drive(): Promise<void> {
    const { timeoutMs } = this.validated.options
    if (timeoutMs !== undefined)
      this.#timer = setTimeout(() => this.#stopFor(timeError(timeoutMs)), timeoutMs)
    let failure: unknown
    let end: TurnResult | undefined
    try {
      this.#conversation = await this.#source.open(this)
      const { costBefore, modelId } = this.#conversation
      this.#turns.budget.start({
        costBefore: this.#source.costBefore ?? costBefore,
        price: () => runPrice(this.validated, modelId),
      })
      // `send` may add prompts until the run is finished.
      do end = await this.#turns.run(this.#conversation)
      while (this.#turns.hasPrompts)
    } catch (error) {
      failure = withLoginHint(error, this.validated.definition)
    }
    this.#finish(end, failure)
    await this.#release(failure !== undefined || this.#stop !== undefined)
  }

  readonly #abort = (): void =>
    this.#stopFor(new CapstanError('ABORTED', 'The run was aborted by its signal'))

  /** Stops the run: the agent may end its turn within the grace period, then it is stopped. The first reason counts. */
  #stopFor(error: CapstanError | undefined): void {
    if (this.#isFinished || this.#stop !== undefined) return
    this.#stop = { error }
    this.#turns.clear()
    const conversation = this.#conversation
    if (conversation === undefined || !this.#turns.transcript.isOpen) {
      this.#opening.abort(error ?? new CapstanError('ABORTED', 'The run was cancelled'))
      return
    }
    this.#cancelTurn()
    this.#failAfter(this.#source.cancelGraceMs ?? momentMs)
  }

  #failAfter(milliseconds: number): void {
    clearTimeout(this.#grace)
    this.#grace = setTimeout(() => {
      if (this.#isFinished) return
      this.#conversation?.fail(this.#stop?.error ?? new CapstanError('ABORTED', 'The run was cancelled'))
    }, milliseconds).unref()
  }

  #cancelTurn(): void {
    this.#conversation?.cancelTurn()
    this.broker.cancel()
  }

  #finish(end: TurnResult | undefined, failure: unknown): void {
    if (failure === undefined) {
      for (const limit of this.#turns.budget.unenforced) this.onWarning(unenforcedWarning(this.agent, limit))
    }
    const { error = this.#stop === undefined ? failure : undefined } = this.#stop ?? {}
    const stopReason: StopReason =
      this.#stop !== undefined ? 'cancelled' : error !== undefined ? 'error' : (end?.stopReason ?? 'unknown')
    const ended: RunEnd = {
      runId: this.id,
      agent: this.agent,
      sessionId: this.sessionId ?? '',
      stopReason,
      budget: this.#turns.budget,
      structured: this.#turns.structured,
    }
    const event = finishEvent(ended, error)
    clearTimeout(this.#timer)
    clearTimeout(this.#grace)
    this.validated.options.signal?.removeEventListener('abort', this.#abort)
    this.#emit(event)
    this.#isFinished = true
    this.#events.end()
    if (error !== undefined) return this.#result.reject(error)
    const durationMs = Math.round((process.uptime() - this.#startedAt) * 1000)
    this.#result.resolve(runResult(ended, this.#turns.transcript, { durationMs, warnings: this.#warnings }))
  }

  async #release(failed: boolean): Promise<void> {
    try {
      await this.#source.release(this.#conversation, { failed, isCancelled: this.#stop !== undefined })
    } catch (error) {
      // The result is already delivered.
      this.onWarning(`Could not clean up after ${this.agent}: ${errorDetail(error).message}`)
    } finally {
      this.#released.resolve()
    }
  }
}
