import { CapstanError } from '../../core/capstan-error.ts'
import { errorDetail } from '../../run/api/error-detail.ts'
import type { RunSession } from '../../run/session.ts'
import type { AgUiEvent } from '../ag-ui/events.ts'
import { generationOf } from '../ag-ui/generation.ts'
import { ThreadHistory } from '../ag-ui/history.ts'
import type { RunInput } from '../ag-ui/input.ts'
import { callInQuestion } from '../ag-ui/interrupts.ts'
import { promptOf } from '../ag-ui/prompt.ts'
import { endOf, type RunEnd } from '../ag-ui/run-end.ts'
import { AgUiTranslator, ThreadMemory } from '../ag-ui/translator.ts'
import { ClientCalls } from '../client-tools/client-calls.ts'
import { GatewayError } from '../gateway-error.ts'
import { continueTurn } from './continue-turn.ts'
import { OpenInterrupts } from './open-interrupts.ts'
import type { RunSink, AcceptedRun } from './run-sink.ts'
import { type ClientToolCall, Turn } from './turn.ts'
import type { ThreadContext, ThreadPort } from './thread-context.ts'
import { initialEvents, type ReconnectInput } from './initial-events.ts'
import { ThreadSession } from './thread-session.ts'
import { settingsOf } from './thread-settings.ts'

interface ActiveRun {
  readonly input: RunInput
  readonly translator: AgUiTranslator
  readonly done: PromiseWithResolvers<void>
  isStarted: boolean
}

/** One conversation of a client with an agent: its session and the current run. */
export class Thread implements ThreadPort {
  readonly id: string
  readonly #context: ThreadContext
  readonly #memory = new ThreadMemory()
  readonly #history = new ThreadHistory()
  readonly #interrupts = new OpenInterrupts()
  readonly #seen = new Set<string>()
  readonly #clientCalls = new ClientCalls((name) => this.#session.opened?.isClientTool(name) ?? false)
  readonly #session: ThreadSession
  #turn: Turn | undefined
  /** How the last turn ended, for a client that missed it. */
  #lastEnd: RunEnd | undefined
  #active: ActiveRun | undefined
  readonly #eventSinks = new Set<RunSink>()
  #isStopped = false
  /** A run that waits for a stopped run to end. */
  #waiting: { isStopped: boolean } | undefined
  #idleSince = Date.now()

  constructor(id: string, context: ThreadContext) {
    this.id = id
    this.#context = context
    this.#session = new ThreadSession(this, context)
  }

  /** Whether a run is in progress, with or without a connected client. */
  get isBusy(): boolean {
    return this.#active !== undefined || this.#waiting !== undefined
  }

  /** Time of the end of the last run; infinity while busy. */
  get idleSince(): number {
    return this.isBusy ? Number.POSITIVE_INFINITY : this.#idleSince
  }

  /** The session's state, such as mode and usage. */
  get state(): Record<string, unknown> {
    return this.#memory.state.session
  }

  get session(): RunSession | undefined {
    return this.#session.opened?.session
  }

  /**
   * Accepts a run; the thread is busy from now on. If the previous run was stopped and is still ending, the new run waits
   * for it. @throws GatewayError if the thread is busy.
   */
  accept(input: RunInput): AcceptedRun {
    const before = this.#active
    if (!this.isBusy) return this.#acceptNow(input)
    if (before === undefined || this.#waiting !== undefined || !this.#isStopped) throw busyError(this.id)
    const waiting = { isStopped: false }
    this.#waiting = waiting
    let accepted: AcceptedRun | undefined
    let isCanceled = false
    return {
      start: async (sink) => {
        await before.done.promise
        this.#waiting = undefined
        if (isCanceled) return
        accepted = this.#acceptNow(input)
        this.#isStopped = waiting.isStopped
        await accepted.start(sink)
      },
      disconnect: (how) => {
        isCanceled = how === 'cancel'
        accepted?.disconnect(how)
      },
    }
  }

  #acceptNow(input: RunInput): AcceptedRun {
    const translator = new AgUiTranslator({
      threadId: this.id,
      runId: input.runId,
      parentRunId: input.parentRunId,
      generation: generationOf(input),
      memory: this.#memory,
      state: input.state,
      raw: this.#context.raw,
      model: this.#session.opened?.model,
    })
    const active: ActiveRun = { input, translator, done: Promise.withResolvers(), isStarted: false }
    this.#active = active
    this.#isStopped = false
    let own: RunSink | undefined
    return {
      start: async (sink) => {
        own = sink
        active.isStarted = true
        this.#eventSinks.add(sink)
        await this.#run(active)
      },
      disconnect: (how) => {
        if (own !== undefined) this.#eventSinks.delete(own)
        if (how === 'cancel' && this.#active === active) this.stop()
      },
    }
  }

  async #run(active: ActiveRun): Promise<void> {
    const { input, translator, done } = active
    try {
      this.#history.takeInput(input.messages)
      await this.#emit(translator.begin({ isContinued: this.#turn !== undefined }))
      const end = await this.#begin(active)
      if (end === undefined) await this.#follow(translator)
      else await this.#emit(translator.end(end))
    } catch (error) {
      await this.#fail(translator, error)
    } finally {
      this.#active = undefined
      this.#eventSinks.clear()
      this.#idleSince = Date.now()
      done.resolve()
    }
  }

  /** Stops the run and cancels open interrupts. */
  stop(): void {
    this.#isStopped = true
    if (this.#waiting !== undefined) this.#waiting.isStopped = true
    this.#session.cancelOpening()
    const turn = this.#turn
    if (turn === undefined) return
    this.#interrupts.clear()
    turn.end()
    void turn.run.cancel().catch(() => undefined)
    // No run reads the events of a turn that waits for an answer.
    if (this.#active === undefined) void this.#drain(turn)
  }

  /** Reconnects a client: it gets the history, then the events of a run in progress. */
  connect(input: ReconnectInput): AcceptedRun {
    let own: RunSink | undefined
    return {
      start: async (sink) => {
        own = sink
        await this.#join(input, sink)
      },
      disconnect: () => {
        if (own !== undefined) this.#eventSinks.delete(own)
      },
    }
  }

  async #join(input: ReconnectInput, sink: RunSink): Promise<void> {
    const active = this.#active
    // Split the open messages for all clients: the rest continues in new messages, which the new client gets whole.
    if (active !== undefined) await this.#emit(active.translator.cut())
    const activeRun = this.#active === active ? active : undefined
    const events = initialEvents(input, {
      threadId: this.id,
      memory: this.#memory,
      history: this.#history,
      interrupts: this.#interrupts,
      activeRun: activeRun?.input,
    })
    if (activeRun !== undefined) this.#eventSinks.add(sink)
    await sink.write(events)
    await activeRun?.done.promise
  }

  /** The agent calls a client tool; fails if no turn is in progress. */
  callClientTool(call: ClientToolCall): void {
    if (this.#turn === undefined) call.answer({ text: 'No turn is in progress', isError: true })
    else this.#turn.call(call)
  }

  /** Stops the run and closes the session. */
  async close(): Promise<void> {
    const active = this.#active
    this.stop()
    await this.#session.close()
    if (active?.isStarted) await active.done.promise
    // The session may have opened just before the opening was canceled.
    await this.#session.close()
  }

  /** Answers the agent's questions or sends a prompt. Returns the end of a run that only repeats old answers. */
  async #begin(active: ActiveRun): Promise<RunEnd | undefined> {
    const { input } = active
    const turn = this.#turn
    const hasNewAnswers = this.#interrupts.answer(input.resume ?? [], turn)
    if (turn === undefined) {
      if (input.resume !== undefined && input.resume.length > 0 && !hasNewAnswers) {
        return this.#lastEnd ?? { type: 'finished', stopReason: 'end-turn' }
      }
      await this.#startTurn(active)
      return undefined
    }
    continueTurn(turn, input, this.#seen)
    return undefined
  }

  async #startTurn(active: ActiveRun): Promise<void> {
    const first = await this.#ready(active, { restart: false })
    const { opened, prompt, refusal } =
      first.refusal === undefined ? first : await this.#ready(active, { restart: true })
    if (refusal !== undefined) throw refusal
    const turn: Turn = new Turn(
      opened.session.run(prompt.text, {
        attachments: prompt.attachments,
        permissions: this.#context.policyFor((requestId) => turn.ask(requestId)),
      }),
    )
    for (const id of prompt.messageIds) this.#seen.add(id)
    opened.isNew = false
    this.#turn = turn
    if (this.#isStopped) this.stop()
  }

  /** The session and its prompt, or the error of settings that need a restart of the agent. */
  async #ready({ input, translator }: ActiveRun, { restart }: { restart: boolean }) {
    const settings = { ...this.#session.opened?.settings, ...settingsOf(input.forwardedProps) }
    const { tools } = input
    const isStopped = this.#isStopped
    const { opened, events } = await this.#session.ready({ tools, settings }, { isStopped, restart })
    for (const event of events) await this.#emit(translator.take(event))
    const prompt = promptOf(input, { isNew: opened.isNew, seen: this.#seen })
    if (prompt === undefined) {
      throw new GatewayError('no_message', 'The run has no new user message', {
        hint: 'Add a message with role user at the end of messages.',
      })
    }
    if (this.#isStopped) throw new CapstanError('ABORTED', 'The run was cancelled')
    return { opened, prompt, refusal: await this.#context.applySettings(opened, settings) }
  }

  /** Emits the events of a turn until it ends or waits for the client. */
  async #follow(translator: AgUiTranslator): Promise<void> {
    const turn = this.#turn
    if (turn === undefined) return
    for (;;) {
      const step = await turn.next()
      if (step.type === 'event') {
        const { event } = step
        if (event.type === 'finish') {
          const end = endOf(event)
          this.#finishTurn(turn, end)
          // The session accepts the next prompt only after this run is disposed.
          await turn.run[Symbol.asyncDispose]()
          return this.#emit(translator.end(end))
        }
        if (!this.#clientCalls.has(event)) await this.#emit(translator.take(event))
      } else if (step.type === 'call') {
        await this.#emit(translator.callClientTool(step.call))
      } else if (step.type === 'due') {
        return this.#emit(translator.end(await this.#ask(turn, translator)))
      } else {
        throw new CapstanError('AGENT_ERROR', 'The run ended without a result')
      }
    }
  }

  /** Opens interrupts for the agent's questions, or leaves its tool calls to the client. */
  async #ask(turn: Turn, translator: AgUiTranslator): Promise<RunEnd> {
    const { questions } = turn
    if (questions.length === 0) return { type: 'tools-called', toolCallIds: [...turn.calls.keys()] }
    const { tools } = this.#memory
    for (const question of questions) {
      const call = callInQuestion(question)
      if (call !== undefined) await this.#emit(translator.take({ ...call, type: 'tool.updated' }))
      this.#interrupts.add(question, { turn, tools, expiresAt: Date.now() + this.#context.interruptMs })
    }
    return { type: 'interrupted', interrupts: this.#interrupts.interrupts }
  }

  #finishTurn(turn: Turn, end: RunEnd): void {
    turn.end()
    this.#turn = undefined
    this.#lastEnd = end
    this.#interrupts.clear()
    if (this.session !== undefined) this.#context.remember(this, this.session)
  }

  /** Reads a turn without a client to its end. */
  async #drain(turn: Turn): Promise<void> {
    await turn.drain()
    if (this.#turn === turn) this.#finishTurn(turn, { type: 'finished', stopReason: 'cancelled' })
  }

  /** Ends a failed run. A rejected run leaves a waiting turn unchanged. */
  async #fail(translator: AgUiTranslator, error: unknown): Promise<void> {
    const isRefused = error instanceof GatewayError
    const detail = isRefused ? { message: error.message, code: error.refusal } : errorDetail(error)
    const isCancelled = this.#isStopped && !isRefused
    const end: RunEnd = isCancelled
      ? { type: 'finished', stopReason: 'cancelled' }
      : { type: 'failed', error: detail }
    if (isRefused) return this.#emit(translator.suspend(end))
    if (this.#turn !== undefined) this.#finishTurn(this.#turn, end)
    await this.#emit(translator.end(end))
  }

  async #emit(events: readonly AgUiEvent[]): Promise<void> {
    for (const event of events) this.#history.take(event)
    for (const sink of this.#eventSinks) await sink.write(events)
  }
}

function busyError(id: string): GatewayError {
  return new GatewayError('thread_busy', `A run is already in progress in thread ${id}`, {
    hint: 'Wait for the run to end, or stop it.',
  })
}
