import { createId } from '../../core/ids.ts'
import type { TurnOptions } from '../../run/api/options.ts'
import type { Run } from '../../run/api/run.ts'
import type { RunSession } from '../../run/session.ts'
import type { TurnFollower } from '../../sessions/agent/turn-follower.ts'
import type { AgUiEvent } from '../ag-ui/events.ts'
import { generationOf, protocolVersion } from '../ag-ui/generation.ts'
import type { RunInput } from '../ag-ui/input.ts'
import type { Prompt } from '../ag-ui/prompt.ts'
import { ThreadMemory } from '../ag-ui/thread-memory.ts'
import { AgUiTranslator } from '../ag-ui/translator.ts'
import { type CurrentRun, currentRun } from './current-run.ts'
import { initialEvents, type ReconnectInput } from './initial-events.ts'
import { LaterRun, type LaterRunContext } from './later-run.ts'
import { busyError, noPrompt, RunQueue } from './run-queue.ts'
import { StoredThread } from './stored-thread.ts'
import { ThreadOutput } from './thread-output.ts'
import type { AcceptedRun, RunSink } from './run-sink.ts'
import type { ThreadContext, ThreadPort } from './thread-context.ts'
import { ThreadSession } from './thread-session.ts'
import type { ThreadRecord } from './thread-store.ts'
import { ThreadTurns } from './thread-turns.ts'
import type { ClientToolCall } from './turn.ts'

/** One conversation of a client with an agent: its session, the current run and the runs that wait. */
export class Thread implements ThreadPort, TurnFollower, LaterRunContext {
  readonly id: string
  readonly queue = new RunQueue()
  readonly #context: ThreadContext
  readonly #memory: ThreadMemory
  readonly #stored: StoredThread
  readonly #session: ThreadSession
  readonly #turns: ThreadTurns
  readonly output: ThreadOutput
  #active: CurrentRun | undefined
  #idleSince = Date.now()

  constructor(id: string, context: ThreadContext, record: ThreadRecord | undefined) {
    this.id = id
    this.#context = context
    const { agent, store, warn } = context
    this.#memory = new ThreadMemory(record?.state)
    this.#stored = new StoredThread({ threadId: id, agent, store, warn }, record)
    this.output = new ThreadOutput(this.#stored.transcript)
    this.#session = new ThreadSession(this, context)
    const parts = { context, session: this.#session, memory: this.#memory }
    this.#turns = new ThreadTurns({
      ...parts,
      seen: this.#stored.transcript.answered,
      onPause: () => this.#save(),
      onExpired: () => this.#readOn(),
      onDrained: (events) => this.output.keep(events),
    })
  }

  get record(): ThreadRecord | undefined {
    return this.#stored.record
  }

  /** Whether a run is in progress, with or without a connected client, or the agent starts for a message. */
  get isBusy(): boolean {
    return this.#active !== undefined || this.#session.isWaking
  }

  /** Whether the agent waits for an answer. */
  get isWaiting(): boolean {
    return this.#turns.interrupts.size > 0
  }

  /** Whether a run can start at once. */
  get isFree(): boolean {
    return this.#active === undefined && !this.isWaiting
  }

  /** Time of the end of the last run; infinity while busy. */
  get idleSince(): number {
    return this.isBusy ? Number.POSITIVE_INFINITY : this.#idleSince
  }

  /** The session's state, such as mode and usage. */
  get state(): Record<string, unknown> {
    return this.#memory.state.session
  }

  /** The conversation with the agent, once it is open. */
  get conversation(): RunSession | undefined {
    return this.#session.opened?.session.conversation
  }

  /**
   * Accepts a run; the thread is busy from now on. During another run, a new message is sent into the running turn or
   * waits for its end. @throws GatewayError if a client's run is in progress and this run has no new message.
   */
  accept(input: RunInput): AcceptedRun {
    if (this.#active === undefined) return this.#acceptNow(input)
    const { isStopped, isOwn } = this.#active
    const prompt = this.#turns.newPrompt(input) ?? (isStopped || isOwn ? noPrompt : undefined)
    if (prompt === undefined || this.queue.isFull) throw busyError(this.id)
    return new LaterRun(this, input, prompt)
  }

  /** Stops the run and the runs that wait. */
  stop(): void {
    this.queue.stopAll()
    this.#stopRun()
  }

  /** Stops the run with this id, or takes it out of the queue; false if there is none. */
  stopRun(runId: string): boolean {
    if (this.#active?.input.runId === runId) this.#stopRun()
    else return this.queue.stop(runId)
    return true
  }

  /** Changes what is stored of the thread. */
  update(changes: Partial<Pick<ThreadRecord, 'title' | 'isArchived'>>): void {
    this.#stored.update(changes)
  }

  /** Reconnects a client: it gets the history, then the events of a run in progress. */
  connect(input: ReconnectInput): AcceptedRun {
    let own: RunSink | undefined
    const disconnect = (): void => this.output.remove(own)
    return { start: (sink) => this.#join(input, (own = sink)), disconnect }
  }

  callClientTool(call: ClientToolCall): void {
    this.#turns.callClientTool(call)
  }

  options(): TurnOptions {
    return this.#turns.turnOptions()
  }

  /** Follows a turn that a message of another session has started. */
  follow(run: Run, text: string): void {
    const message = { id: `${run.id}:message`, role: 'user', content: text }
    this.#runOwn({ runId: run.id, messages: [message] }, (active) => this.#turns.follow(active, run))
  }

  /** Opens the session of the thread, so that it receives its messages. */
  wake(): Promise<void> {
    return this.#session.wake()
  }

  /** Stops the run and the agent; the thread can be opened again. */
  async close(reason = 'the thread was idle'): Promise<void> {
    const active = this.#active
    this.stop()
    await this.#session.close(reason)
    if (active?.isStarted) await active.done.promise
    // The session may have opened just before the opening was canceled.
    await this.#session.close(reason)
    await this.#turns.drained()
    this.#save()
  }

  #acceptNow(input: RunInput): AcceptedRun {
    const active = this.#activate(input)
    let own: RunSink | undefined
    return {
      start: async (sink) => {
        this.output.add((own = sink))
        await this.#runInput(active, { hasStarted: false })
      },
      disconnect: (how) => {
        this.output.remove(own)
        if (how === 'cancel' && this.#active === active) this.#stopRun()
      },
    }
  }

  /** Makes a run the current one. */
  #activate(input: RunInput, { isOwn }: { isOwn: boolean } = { isOwn: false }): CurrentRun {
    const translator = this.translatorFor(input)
    this.#active = currentRun({ input, isOwn, translator, emit: (events) => this.output.emit(events) })
    return this.#active
  }

  /** Starts a run without a client. */
  #runOwn(input: Pick<RunInput, 'runId' | 'messages'>, work: (active: CurrentRun) => Promise<void>): void {
    this.output.missed()
    const names = { threadId: this.id, protocolVersion, tools: [], context: [] }
    const active = this.#activate({ ...names, ...input }, { isOwn: true })
    void this.#run(active, () => work(active))
  }

  /** The agent continues after a question that no client has answered. */
  #readOn(): void {
    if (this.#active !== undefined) return
    this.#runOwn({ runId: createId('run'), messages: [] }, (active) => this.#turns.readOn(active))
  }

  async steer(input: RunInput, prompt: Prompt): Promise<boolean> {
    if (prompt === noPrompt || this.#active?.isStopped !== false) return false
    const isTaken = await this.#turns.steer(prompt)
    if (isTaken) this.#stored.take(input.messages)
    return isTaken
  }

  async runNow(input: RunInput, sink: RunSink, before: readonly AgUiEvent[]): Promise<void> {
    const active = this.#active ?? this.#activate(input)
    this.output.add(sink)
    await this.output.emit(before)
    await this.#runInput(active, { hasStarted: true })
  }

  stopInput(input: RunInput): void {
    if (this.#active?.input === input) this.#stopRun()
  }

  translatorFor(input: RunInput): AgUiTranslator {
    const session = this.#session
    return new AgUiTranslator({
      agent: this.#context.agent,
      threadId: this.id,
      runId: input.runId,
      parentRunId: input.parentRunId,
      generation: generationOf(input),
      memory: this.#memory,
      state: input.state,
      raw: this.#context.raw,
      // Read at the end of the run: the first run of a thread opens the session.
      get model() {
        return session.opened?.model
      },
    })
  }

  #runInput(active: CurrentRun, { hasStarted }: { hasStarted: boolean }): Promise<void> {
    // Clients append what is new to them, so they get the missed messages before those of the run.
    const isBehind = this.record !== undefined && this.#turns.interrupts.isBehind(active.input.resume ?? [])
    const missed = this.output.takeMissed({ isBehind })
    return this.#run(active, () => {
      if (missed.length > 0) missed.push(this.output.snapshot())
      return this.#turns.run(active, { hasStarted, missed })
    })
  }

  async #run(active: CurrentRun, work: () => Promise<void>): Promise<void> {
    active.isStarted = true
    try {
      this.#stored.take(active.input.messages)
      await work()
    } finally {
      this.output.end()
      this.#idleSince = Date.now()
      this.#active = undefined
      // Synchronously, so that no other run comes between.
      const next = this.isWaiting ? undefined : this.queue.next()
      if (next !== undefined) {
        this.#activate(next.input)
        next.end('send')
      }
      active.done.resolve()
    }
  }

  #stopRun(): void {
    if (this.#active !== undefined) this.#active.isStopped = true
    this.#turns.stop({ isRead: this.#active !== undefined })
  }

  async #join(input: ReconnectInput, sink: RunSink): Promise<void> {
    const active = this.#active
    // Split the open messages for all clients: the rest continues in new messages, which the new client gets whole.
    if (active !== undefined) await this.output.emit(active.translator.cut())
    const current = this.#active === active ? active : undefined
    this.output.takeMissed()
    const events = initialEvents(input, {
      threadId: this.id,
      memory: this.#memory,
      messages: this.record === undefined ? undefined : this.#stored.transcript.messages,
      interrupts: this.#turns.interrupts,
      activeRun: current?.input,
    })
    if (current !== undefined) this.output.add(sink)
    await sink.write(events)
    await current?.done.promise
  }

  /** Stores the thread as it is after a turn, or while it waits for the client. */
  #save(): void {
    const { session, settings } = this.#session.opened ?? {}
    if (session !== undefined && settings !== undefined)
      this.#stored.keep({ origin: session.origin, settings, state: this.state })
  }
}
