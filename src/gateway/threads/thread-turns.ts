import { CapstanError } from '../../core/capstan-error.ts'
import { errorDetail } from '../../run/api/error-detail.ts'
import type { TurnOptions } from '../../run/api/options.ts'
import type { Run } from '../../run/api/run.ts'
import type { AgUiEvent } from '../ag-ui/events.ts'
import type { ResumeEntry, RunInput } from '../ag-ui/input.ts'
import { callInQuestion } from '../ag-ui/interrupts.ts'
import { type Prompt, promptOf } from '../ag-ui/prompt.ts'
import { endOf, type RunEnd } from '../ag-ui/run-end.ts'
import type { ThreadMemory } from '../ag-ui/thread-memory.ts'
import type { AgUiTranslator } from '../ag-ui/translator.ts'
import { ClientCalls } from '../client-tools/client-calls.ts'
import { GatewayError } from '../gateway-error.ts'
import { askAgainPrompt, goneNotice } from './gone-questions.ts'
import { OpenInterrupts } from './open-interrupts.ts'
import type { OpenedSession, ThreadContext } from './thread-context.ts'
import type { ThreadSession } from './thread-session.ts'
import { mergeSettings, settingsOf } from './settings/thread-settings.ts'
import { type ClientToolCall, continueTurn, Turn } from './turn.ts'

/** A client's run while it is in progress. */
export interface ActiveRun {
  readonly input: RunInput
  readonly translator: AgUiTranslator
  readonly isStopped: boolean
  emit(events: readonly AgUiEvent[]): Promise<void>
}

export interface ThreadTurnsOptions {
  readonly context: ThreadContext
  readonly session: ThreadSession
  readonly memory: ThreadMemory
  /** Ids of messages that the agent got before the gateway was restarted or the thread was closed. */
  readonly seen: readonly string[]
  /** Called when a turn has ended, and when it waits for the client. */
  readonly onPause: () => void
  /** Called when no client has answered in time: the agent continues, and a run must read its turn. */
  readonly onExpired: () => void
  /** Called with the last events of a turn that ended without a run. */
  readonly onDrained: (events: readonly AgUiEvent[]) => void
}

/** The turns of a thread's agent: one at a time, each over one or more runs of the client. */
export class ThreadTurns {
  readonly interrupts: OpenInterrupts
  readonly #options: ThreadTurnsOptions
  /** Ids of messages that the agent has. */
  readonly #seen: Set<string>
  readonly #clientCalls: ClientCalls
  #turn: Turn | undefined
  /** How the last turn ended, for a client that missed it. */
  #lastEnd: RunEnd | undefined
  /** The end of a turn that no run reads. */
  #draining: Promise<void> | undefined

  constructor(options: ThreadTurnsOptions) {
    this.#options = options
    this.#seen = new Set(options.seen)
    this.interrupts = new OpenInterrupts(options.onExpired)
    this.#clientCalls = new ClientCalls((name) => options.session.opened?.isClientTool(name) ?? false)
  }

  /** The new messages of a run as a prompt; undefined if the agent has them all. */
  newPrompt(input: RunInput, { isNew = false }: { isNew?: boolean } = {}): Prompt | undefined {
    return promptOf(input, { isNew, seen: this.#seen })
  }

  /**
   * Runs a client's input: answers the agent's questions or sends a prompt, and emits events to the end of the run.
   * `missed` follows the start of the run.
   */
  async run(
    run: ActiveRun,
    { hasStarted, missed }: { hasStarted: boolean; missed: readonly AgUiEvent[] },
  ): Promise<void> {
    const { translator } = run
    try {
      await this.#draining
      const [started, ...rest] = translator.begin({ isContinued: this.#turn !== undefined })
      const first = hasStarted || started === undefined ? [] : [started]
      await run.emit([...first, ...missed, ...rest])
      const end = await this.#begin(run)
      if (end === undefined) await this.#follow(run)
      else await run.emit(translator.end(end))
    } catch (error) {
      await this.#fail(run, error)
    }
  }

  /** Follows a turn that was started by a message of another session. */
  async follow(run: ActiveRun, started: Run): Promise<void> {
    this.#turn = new Turn(started)
    try {
      await run.emit(run.translator.begin())
      await this.#follow(run)
    } catch (error) {
      await this.#fail(run, error)
    }
  }

  /** Reads the turn of a question that expired, for the transcript: no client does. */
  async readOn(run: ActiveRun): Promise<void> {
    try {
      await run.emit(run.translator.begin({ isContinued: true }))
      // Calls of client tools still wait for a client.
      if ((this.#turn?.calls.size ?? 0) > 0) this.#turn?.remind()
      await this.#follow(run)
    } catch (error) {
      await this.#fail(run, error)
    }
  }

  /** Options of a turn: questions that no policy answers are left to the client. */
  turnOptions(): TurnOptions {
    return { permissions: this.#options.context.policyFor((requestId) => this.#turn?.ask(requestId)) }
  }

  /** Sends a prompt into the running turn; false if no turn is running or the agent accepts none. */
  async steer({ text, attachments, messageIds }: Prompt): Promise<boolean> {
    const opened = this.#options.session.opened
    if (this.#turn === undefined || this.interrupts.size > 0 || opened === undefined) return false
    // A message that the agent refuses waits for the end of the turn.
    const isTaken = await opened.session.steer(text, attachments).catch(() => false)
    if (isTaken) for (const id of messageIds) this.#seen.add(id)
    return isTaken
  }

  /** Cancels the turn and its interrupts. `isRead` if a run reads its events. */
  stop({ isRead }: { isRead: boolean }): void {
    this.#options.session.cancelOpening()
    const turn = this.#turn
    if (turn === undefined) return
    const unanswered = this.interrupts.calls
    this.interrupts.clear()
    turn.end()
    void turn.run.cancel().catch(() => undefined)
    if (!isRead) this.#draining ??= this.#drain(turn, unanswered)
  }

  /** Resolves when no turn without a run is left. */
  async drained(): Promise<void> {
    await this.#draining
  }

  /** The agent calls a client tool; fails if no turn is in progress. */
  callClientTool(call: ClientToolCall): void {
    if (this.#turn === undefined) call.answer({ text: 'No turn is in progress', isError: true })
    else this.#turn.call(call)
  }

  /** Returns the end of a run that has nothing to follow. */
  async #begin(run: ActiveRun): Promise<RunEnd | undefined> {
    const { input } = run
    const { resume = [] } = input
    const { isNew, gone } = this.interrupts.answer(resume, this.#turn)
    if (gone.length > 0) await run.emit(run.translator.take(goneNotice))
    if (this.#turn !== undefined) {
      continueTurn(this.#turn, input, this.#seen)
      return undefined
    }
    const isOnlyAnswer = resume.length > 0 && !isNew && this.newPrompt(input) === undefined
    if (!isOnlyAnswer) await this.#startTurn(run)
    else if (!(await this.#askAgain(run, gone))) {
      return this.#lastEnd ?? { type: 'finished', stopReason: 'end-turn' }
    }
    return undefined
  }

  async #startTurn(run: ActiveRun): Promise<void> {
    // A run without a message must not start an agent.
    this.#requirePrompt(run.input, { isNew: false })
    const opened = await this.#ready(run)
    this.#send(run, opened, this.#requirePrompt(run.input, opened))
  }

  #requirePrompt(input: RunInput, { isNew }: Pick<OpenedSession, 'isNew'>): Prompt {
    const prompt = this.newPrompt(input, { isNew })
    if (prompt !== undefined) return prompt
    throw new GatewayError('no_message', 'The run has no new user message', {
      hint: 'Add a message with role user at the end of messages.',
    })
  }

  /** Lets an agent that still has the conversation ask again what the user has approved; false if it has not. */
  async #askAgain(run: ActiveRun, gone: readonly ResumeEntry[]): Promise<boolean> {
    if (gone.length === 0 || !this.#options.session.canResume) return false
    const opened = await this.#ready(run)
    if (opened.isNew) return false
    this.#send(run, opened, { text: askAgainPrompt, attachments: [], messageIds: [] })
    return true
  }

  #send(run: ActiveRun, opened: OpenedSession, { text, attachments, messageIds }: Prompt): void {
    if (run.isStopped) throw new CapstanError('ABORTED', 'The run was cancelled')
    this.#turn = new Turn(opened.session.prompt(text, { attachments, ...this.turnOptions() }))
    for (const id of messageIds) this.#seen.add(id)
    opened.isNew = false
  }

  /** The session with the settings of the run. Restarts the agent for settings that it reads only at startup. */
  async #ready(run: ActiveRun): Promise<OpenedSession> {
    const { opened, refusal } = await this.#open(run, { restart: false })
    if (refusal === undefined) return opened
    const restarted = await this.#open(run, { restart: true })
    if (restarted.refusal === undefined) return restarted.opened
    throw restarted.refusal
  }

  async #open(
    run: ActiveRun,
    { restart }: { restart: boolean },
  ): Promise<{ opened: OpenedSession; refusal: CapstanError | undefined }> {
    const { session, context } = this.#options
    const { tools, forwardedProps } = run.input
    const settings = mergeSettings(session.settings, settingsOf(forwardedProps))
    const { opened, events } = await session.ready({ tools, settings }, { isStopped: run.isStopped, restart })
    for (const event of events) await run.emit(run.translator.take(event))
    if (run.isStopped) throw new CapstanError('ABORTED', 'The run was cancelled')
    return { opened, refusal: await context.applySettings(opened, settings) }
  }

  /** Emits the events of a turn until it ends or waits for the client. */
  async #follow(run: ActiveRun): Promise<void> {
    const { translator } = run
    const turn = this.#turn
    if (turn === undefined) return
    for (;;) {
      const step = await turn.next()
      if (step.type === 'event') {
        const { event } = step
        if (event.type === 'finish') {
          const end = endOf(event)
          // The session accepts the next prompt only after this run is disposed.
          await turn.close()
          this.#finish(turn, end)
          return run.emit(translator.end(end))
        }
        if (!this.#clientCalls.has(event)) await run.emit(translator.take(event))
      } else if (step.type === 'call') {
        await run.emit(translator.callClientTool(step.call))
      } else if (step.type === 'due') {
        await run.emit(translator.end(await this.#ask(turn, run)))
        return this.#options.onPause()
      } else {
        throw new CapstanError('AGENT_ERROR', 'The run ended without a result')
      }
    }
  }

  /** Opens interrupts for the agent's questions, or leaves its tool calls to the client. */
  async #ask(turn: Turn, run: ActiveRun): Promise<RunEnd> {
    const { questions } = turn
    if (questions.length === 0) return { type: 'tools-called', toolCallIds: [...turn.calls.keys()] }
    const { context, memory } = this.#options
    for (const question of questions) {
      const call = callInQuestion(question)
      if (call !== undefined) await run.emit(run.translator.take({ ...call, type: 'tool.updated' }))
      const expiresAt = Date.now() + context.interruptMs
      this.interrupts.add(question, { turn, tools: memory.tools, expiresAt })
    }
    return { type: 'interrupted', interrupts: this.interrupts.interrupts }
  }

  #finish(turn: Turn, end: RunEnd): void {
    turn.end()
    this.#turn = undefined
    this.#lastEnd = end
    this.interrupts.clear()
    this.#options.onPause()
  }

  /** Reads a turn without a client to its end. */
  async #drain(turn: Turn, unanswered: ReadonlySet<string>): Promise<void> {
    await turn.drain()
    this.#draining = undefined
    if (this.#turn !== turn) return
    this.#options.onDrained(this.#options.memory.endTurn(unanswered))
    this.#finish(turn, { type: 'finished', stopReason: 'cancelled' })
  }

  /** Ends a failed run. A rejected run leaves a waiting turn unchanged. */
  async #fail(run: ActiveRun, error: unknown): Promise<void> {
    const isRefused = error instanceof GatewayError
    const detail = isRefused
      ? { message: error.message, code: error.refusal, data: { hint: error.hint } }
      : errorDetail(error)
    const end: RunEnd =
      run.isStopped && !isRefused
        ? { type: 'finished', stopReason: 'cancelled' }
        : { type: 'failed', error: detail }
    if (isRefused) return run.emit(run.translator.suspend(end))
    if (this.#turn !== undefined) this.#finish(this.#turn, end)
    await run.emit(run.translator.end(end))
  }
}
