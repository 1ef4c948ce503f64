import { CapstanError } from '../../core/capstan-error.ts'
import { errorDetail } from '../../run/api/error-detail.ts'
import type { RunSession } from '../../run/session.ts'
import type { AgUiEvent } from '../ag-ui/events.ts'
import { generationOf } from '../ag-ui/generation.ts'
import { ThreadHistory } from '../ag-ui/history.ts'
import type { RunInput } from '../ag-ui/input.ts'
import { askedCall } from '../ag-ui/interrupts.ts'
import { promptOf } from '../ag-ui/prompt.ts'
import { endOf, type RunEnd } from '../ag-ui/run-end.ts'
import { AgUiTranslator, ThreadMemory } from '../ag-ui/translator.ts'
import { ClientCalls } from '../client-tools/client-calls.ts'
import { GatewayError } from '../gateway-error.ts'
import { goOn } from './go-on.ts'
import { OpenInterrupts } from './open-interrupts.ts'
import type { RunSink, TakenRun } from './run-sink.ts'
import { type ClientToolCall, Turn } from './turn.ts'
import type { ThreadContext, ThreadPort } from './thread-context.ts'
import { greeting, type ReturnInput } from './initial-events.ts'
import { ThreadSession } from './thread-session.ts'
import { settingsOf } from './thread-settings.ts'

interface ActiveRun {
  readonly input: RunInput
  readonly translator: AgUiTranslator
  readonly done: PromiseWithResolvers<void>
  isStarted: boolean
}

/** One conversation of a client with an agent: a session that is kept open, and what is under way in it. */
export class Thread implements ThreadPort {
  readonly id: string
  readonly #context: ThreadContext
  readonly #memory = new ThreadMemory()
  readonly #history = new ThreadHistory()
  readonly #interrupts = new OpenInterrupts()
  readonly #seen = new Set<string>()
  readonly #elsewhere = new ClientCalls((name) => this.#session.opened?.isClientTool(name) ?? false)
  readonly #session: ThreadSession
  #turn: Turn | undefined
  /** How the last turn ended, for a client that did not hear it. */
  #lastEnd: RunEnd | undefined
  #active: ActiveRun | undefined
  readonly #sinks = new Set<RunSink>()
  #isStopped = false
  /** A run that waits for the end of one that was stopped. */
  #waiting: { isStopped: boolean } | undefined
  #idleSince = Date.now()

  constructor(id: string, context: ThreadContext) {
    this.id = id
    this.#context = context
    this.#session = new ThreadSession(this, context)
  }

  /** Whether a run is under way, perhaps without anybody who follows it. */
  get isBusy(): boolean {
    return this.#active !== undefined || this.#waiting !== undefined
  }

  /** Since when nothing has been done in it. */
  get idleSince(): number {
    return this.isBusy ? Number.POSITIVE_INFINITY : this.#idleSince
  }

  /** What is known of the session beside what is said in it. */
  get state(): Record<string, unknown> {
    return this.#memory.state.session
  }

  get session(): RunSession | undefined {
    return this.#session.opened?.session
  }

  /**
   * Takes a run of a client; from now on the thread is busy. One that was stopped may still be coming to its end: the next
   * one waits for that. @throws GatewayError while the thread is busy otherwise.
   */
  take(input: RunInput): TakenRun {
    const before = this.#active
    if (!this.isBusy) return this.#takeNow(input)
    if (before === undefined || this.#waiting !== undefined || !this.#isStopped) throw busyError(this.id)
    const waiting = { isStopped: false }
    this.#waiting = waiting
    let taken: TakenRun | undefined
    let hasLeft = false
    return {
      start: async (sink) => {
        await before.done.promise
        this.#waiting = undefined
        if (hasLeft) return
        taken = this.#takeNow(input)
        this.#isStopped = waiting.isStopped
        await taken.start(sink)
      },
      leave: (how) => {
        hasLeft = how === 'cancel'
        taken?.leave(how)
      },
    }
  }

  #takeNow(input: RunInput): TakenRun {
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
        this.#sinks.add(sink)
        await this.#run(active)
      },
      leave: (how) => {
        if (own !== undefined) this.#sinks.delete(own)
        if (how === 'cancel' && this.#active === active) this.stop()
      },
    }
  }

  async #run(active: ActiveRun): Promise<void> {
    const { input, translator, done } = active
    try {
      this.#history.takeInput(input.messages)
      await this.#tell(translator.begin({ goesOn: this.#turn !== undefined }))
      const end = await this.#begin(active)
      if (end === undefined) await this.#follow(translator)
      else await this.#tell(translator.end(end))
    } catch (error) {
      await this.#fail(translator, error)
    } finally {
      this.#active = undefined
      this.#sinks.clear()
      this.#idleSince = Date.now()
      done.resolve()
    }
  }

  /** Stops what is under way; what waits for an answer is given up. */
  stop(): void {
    this.#isStopped = true
    if (this.#waiting !== undefined) this.#waiting.isStopped = true
    this.#session.giveUp()
    const turn = this.#turn
    if (turn === undefined) return
    this.#interrupts.clear()
    turn.end()
    void turn.run.cancel().catch(() => undefined)
    // A turn that waits for an answer has nobody who reads it to its end.
    if (this.#active === undefined) void this.#letEnd(turn)
  }

  /** Takes a client that comes back: it is told what was said, and what goes on if something does. */
  connect(input: ReturnInput): TakenRun {
    let own: RunSink | undefined
    return {
      start: async (sink) => {
        own = sink
        await this.#join(input, sink)
      },
      leave: () => {
        if (own !== undefined) this.#sinks.delete(own)
      },
    }
  }

  async #join(input: ReturnInput, sink: RunSink): Promise<void> {
    const active = this.#active
    // What is open is closed for everybody: the rest of it is another message, which says so, also for whoever comes now.
    if (active !== undefined) await this.#tell(active.translator.cut())
    const live = this.#active === active ? active : undefined
    const words = greeting(input, {
      threadId: this.id,
      memory: this.#memory,
      history: this.#history,
      interrupts: this.#interrupts,
      live: live?.input,
    })
    if (live !== undefined) this.#sinks.add(sink)
    await sink.write(words)
    await live?.done.promise
  }

  /** The agent calls a tool of the client; refused when nobody can run it. */
  callClientTool(call: ClientToolCall): void {
    if (this.#turn === undefined) call.answer({ text: 'No turn is in progress', isError: true })
    else this.#turn.call(call)
  }

  /** Ends everything. */
  async close(): Promise<void> {
    const active = this.#active
    this.stop()
    await this.#session.close()
    if (active?.isStarted) await active.done.promise
    // It may have been there a moment before it was given up.
    await this.#session.close()
  }

  /** Answers what the agent waits for, or gives it a prompt. Gives the end of a run that needs neither. */
  async #begin(active: ActiveRun): Promise<RunEnd | undefined> {
    const { input } = active
    const turn = this.#turn
    const isNews = this.#interrupts.answer(input.resume ?? [], turn)
    if (turn === undefined) {
      if (input.resume !== undefined && input.resume.length > 0 && !isNews) {
        return this.#lastEnd ?? { type: 'finished', stopReason: 'end-turn' }
      }
      await this.#startTurn(active)
      return undefined
    }
    goOn(turn, input, this.#seen)
    return undefined
  }

  async #startTurn(active: ActiveRun): Promise<void> {
    const first = await this.#ready(active, { anew: false })
    const { opened, prompt, refusal } =
      first.refusal === undefined ? first : await this.#ready(active, { anew: true })
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

  /** The session and what it is to be told, or a refusal of settings that it takes only when it is taken up anew. */
  async #ready({ input, translator }: ActiveRun, { anew }: { anew: boolean }) {
    const settings = { ...this.#session.opened?.settings, ...settingsOf(input.forwardedProps) }
    const { tools } = input
    const isStopped = this.#isStopped
    const { opened, events } = await this.#session.ready({ tools, settings }, { isStopped, anew })
    for (const event of events) await this.#tell(translator.take(event))
    const prompt = promptOf(input, { isNew: opened.isNew, seen: this.#seen })
    if (prompt === undefined) {
      throw new GatewayError('no_message', 'The run has no new user message', {
        hint: 'Add a message with role user at the end of messages.',
      })
    }
    if (this.#isStopped) throw new CapstanError('ABORTED', 'The run was cancelled')
    return { opened, prompt, refusal: await this.#context.applySettings(opened, settings) }
  }

  /** Tells what comes of a turn until it is over or waits for the client. */
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
          // The session takes the next prompt when it has let go of this one.
          await turn.run[Symbol.asyncDispose]()
          return this.#tell(translator.end(end))
        }
        if (!this.#elsewhere.has(event)) await this.#tell(translator.take(event))
      } else if (step.type === 'call') {
        await this.#tell(translator.callClientTool(step.call))
      } else if (step.type === 'due') {
        return this.#tell(translator.end(await this.#ask(turn, translator)))
      } else {
        throw new CapstanError('AGENT_ERROR', 'The run ended without a result')
      }
    }
  }

  /** Hands over to the client what the agent waits for. */
  async #ask(turn: Turn, translator: AgUiTranslator): Promise<RunEnd> {
    const { questions } = turn
    if (questions.length === 0) return { type: 'tools-called', toolCallIds: [...turn.calls.keys()] }
    const { tools } = this.#memory
    for (const question of questions) {
      const call = askedCall(question)
      if (call !== undefined) await this.#tell(translator.take({ ...call, type: 'tool.updated' }))
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

  /** Lets a turn that nobody follows come to its end. */
  async #letEnd(turn: Turn): Promise<void> {
    await turn.drain()
    if (this.#turn === turn) this.#finishTurn(turn, { type: 'finished', stopReason: 'cancelled' })
  }

  /** A run that could not go on. A turn that waits for the client is left as it is. */
  async #fail(translator: AgUiTranslator, error: unknown): Promise<void> {
    const isRefused = error instanceof GatewayError
    const detail = isRefused ? { message: error.message, code: error.refusal } : errorDetail(error)
    const isCancelled = this.#isStopped && !isRefused
    const end: RunEnd = isCancelled
      ? { type: 'finished', stopReason: 'cancelled' }
      : { type: 'failed', error: detail }
    if (isRefused) return this.#tell(translator.leave(end))
    if (this.#turn !== undefined) this.#finishTurn(this.#turn, end)
    await this.#tell(translator.end(end))
  }

  async #tell(events: readonly AgUiEvent[]): Promise<void> {
    for (const event of events) this.#history.take(event)
    for (const sink of this.#sinks) await sink.write(events)
  }
}

function busyError(id: string): GatewayError {
  return new GatewayError('thread_busy', `A run is already in progress in thread ${id}`, {
    hint: 'Wait for the run to end, or stop it.',
  })
}
