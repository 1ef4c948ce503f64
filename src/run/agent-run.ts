import type { CapstanError } from '../core/capstan-error.ts'
import type { EventQueueReader } from '../core/event-queue.ts'
import { createId } from '../core/ids.ts'
import type { AgentEvent } from '../events/event.ts'
import type { StopReason } from '../events/finish.ts'
import type { Cost, RunUsage } from '../events/usage.ts'
import { unenforcedWarning } from './validate/check-budget.ts'
import { errorDetail } from './api/error-detail.ts'
import { withLoginHint } from './launch/login-hint.ts'
import { PermissionBroker } from './permissions/permission-broker.ts'
import { policyOf } from './permissions/policy-hold.ts'
import type { RunConversation, TurnResult } from './api/run-conversation.ts'
import { finishEvent, type RunEnd, runResult } from './run-end.ts'
import { abortError, noTurnError, overError, timeError } from './api/run-errors.ts'
import { RunEvents } from './run-events.ts'
import { RunTurns } from './run-turns.ts'
import { noteRefusal } from './fallback/switch-reason.ts'
import { runPrice } from './budget/run-price.ts'
import { UsageWatch } from './budget/usage-watch.ts'
import type { RunSide } from './validate/run-side.ts'
import { momentMs, type RunSource } from './run-source.ts'
import type { ElicitationAnswer, PermissionAnswer, Run, RunResult } from './api/run.ts'
import type { ValidatedRun } from './validate/validate.ts'

/** A run over ACP or over the agent's command line. */
export class AgentRun implements Run, RunSide {
  readonly id = createId('run')
  readonly broker: PermissionBroker
  /** Of the agent that works on the prompt. */
  validated: ValidatedRun
  readonly #source: RunSource
  readonly #events = new RunEvents(() => void this.cancel())
  readonly #result = Promise.withResolvers<RunResult>()
  readonly #released = Promise.withResolvers<void>()
  readonly #opening = new AbortController()
  readonly #turns: RunTurns
  readonly #usage: UsageWatch
  readonly #warnings: string[] = []
  /** Seconds since the process started: the first use of `performance` would load a builtin module and delay the run. */
  readonly #startedAt = process.uptime()
  #conversation: RunConversation | undefined
  #isFinished = false
  #stop: { error: CapstanError | undefined } | undefined
  #timer: NodeJS.Timeout | undefined
  #grace: NodeJS.Timeout | undefined

  constructor(validated: ValidatedRun, source: RunSource) {
    const { options, warnings } = validated
    this.validated = validated
    this.#source = source
    this.broker = new PermissionBroker({
      policy: options.permissions ?? policyOf(options),
      roots: [options.cwd ?? process.cwd(), ...(options.additionalDirectories ?? [])],
      isAttended: () => this.#isAttended,
      onEvent: (event) => this.#emit(event),
      onWarning: (message) => this.onWarning(message),
    })
    this.#turns = new RunTurns({
      options,
      agent: () => this.agent,
      fileSign: () => this.validated.definition.fileSign,
      broker: this.broker,
      signal: this.signal,
      isStopped: () => this.#stop !== undefined,
      onSilence: (error) => this.#stopFor(error),
    })
    this.#usage = new UsageWatch({
      budget: this.#turns.budget,
      isWorking: () => !this.#isFinished && this.#turns.transcript.isOpen,
      onBreach: (error) => this.#stopFor(error),
    })
    this.#result.promise.catch(() => {})
    for (const change of source.fallback?.changes ?? []) this.#emit(change)
    for (const warning of warnings) this.onWarning(warning)
    options.signal?.addEventListener('abort', this.#abort, { once: true })
    if (options.signal?.aborted) this.#abort()
    void this.#drive()
  }

  get agent(): string {
    return this.validated.options.agent
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
    this.#source.fallback?.observe(event)
    if (event.type === 'text.delta' || event.type === 'thinking.delta') return this.#events.add(event)
    this.broker.observe(event)
    this.#usage.observe(event, this.#conversation)
    return this.#events.add(event.type === 'usage.updated' ? this.#usage.withRun(event) : event)
  }

  /** Receives the usage of the running turn so far. */
  onUsage(used: RunUsage): void {
    this.#usage.take(used)
  }

  onWarning(message: string): void {
    this.#warnings.push(message)
    this.validated.options.onWarning?.(message)
    this.#emit({ type: 'notice', severity: 'warning', title: message })
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
    do {
      try {
        end = await this.#work()
        failure = undefined
      } catch (error) {
        failure = withLoginHint(error, this.validated.definition)
        noteRefusal(this.validated, failure)
      }
    } while (failure !== undefined && (await this.#changeAgent(failure)))
    this.#finish(end, failure)
    await this.#release(failure !== undefined || this.#stop !== undefined)
    this.#released.resolve()
  }

  async #work(): Promise<TurnResult> {
    this.#conversation = await this.#source.open(this)
    const { costBefore: reported, modelId } = this.#conversation
    this.#usage.follow(this.#conversation)
    const costBefore = this.#source.costBefore ?? reported
    this.#turns.budget.start({ costBefore, price: () => runPrice(this.validated, modelId) })
    let end = await this.#turns.run(this.#conversation)
    // `send` may add prompts until the run is finished.
    while (this.#turns.hasPrompts) end = await this.#turns.run(this.#conversation)
    return end
  }

  /** Lets another agent work on the prompt after an error; false if the run ends. */
  async #changeAgent(failure: unknown): Promise<boolean> {
    if (this.#stop !== undefined || !this.#turns.isFirst) return false
    const next = this.#source.fallback?.next(failure, this.#turns)
    if (next === undefined) return false
    const retracted = this.#turns.transcript.retract()
    if (retracted !== undefined) this.#emit(retracted)
    // The next agent must not start while the previous one can still work.
    if (!(await this.#release(true))) return false
    this.#usage.endFollowing()
    this.#conversation = undefined
    this.validated = next.validated
    this.#turns.repeat(next.brief)
    this.#emit(next.event)
    for (const warning of next.validated.warnings) this.onWarning(warning)
    return true
  }

  readonly #abort = (): void => this.#stopFor(abortError('aborted by its signal'))

  /** Stops the run: the agent may end its turn within the grace period, then it is stopped. The first reason counts. */
  #stopFor(error: CapstanError | undefined): void {
    if (this.#isFinished || this.#stop !== undefined) return
    this.#stop = { error }
    this.#turns.clear()
    const conversation = this.#conversation
    if (conversation === undefined || !this.#turns.transcript.isOpen) {
      this.#opening.abort(error ?? abortError('cancelled'))
      return
    }
    this.#cancelTurn()
    this.#failAfter(this.#source.cancelGraceMs ?? momentMs)
  }

  #failAfter(milliseconds: number): void {
    clearTimeout(this.#grace)
    this.#grace = setTimeout(() => {
      if (!this.#isFinished) this.#conversation?.fail(this.#stop?.error ?? abortError('cancelled'))
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
      agentChanges: this.#source.fallback?.changes ?? [],
      sessionId: this.sessionId ?? '',
      stopReason,
      budget: this.#turns.budget,
      structured: this.#turns.structured,
    }
    this.#usage.endFollowing()
    const event = finishEvent(ended, error)
    this.#conversation?.usage?.begin()
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

  /** False if the agent could not be stopped. */
  async #release(failed: boolean): Promise<boolean> {
    try {
      await this.#source.release(this.#conversation, { failed, isCancelled: this.#stop !== undefined })
      return true
    } catch (error) {
      this.onWarning(`Could not clean up after ${this.agent}: ${errorDetail(error).message}`)
      return false
    }
  }
}
