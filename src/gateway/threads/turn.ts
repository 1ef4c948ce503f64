import type { EventQueueReader } from '../../core/event-queue.ts'
import type { AgentEvent } from '../../events/event.ts'
import type { Run } from '../../run/api/run.ts'
import type { Question } from '../ag-ui/interrupts.ts'

/** A call of a tool that the client runs. */
export interface ClientToolCall {
  readonly id: string
  readonly name: string
  readonly input: unknown
  /** Gives the agent its result. */
  readonly answer: (result: { text: string; isError?: boolean }) => void
}

/** What is next in a turn. */
export type TurnStep =
  | { type: 'event'; event: AgentEvent }
  | { type: 'call'; call: ClientToolCall }
  /** What waits for the client has been gathered: it is time to ask. */
  | { type: 'due' }
  | { type: 'over' }

/** Questions and calls that come this close together are one interrupt. */
const gatherMs = 50

/**
 * One prompt of an agent's session and all that comes of it, over as many runs of the client as it takes. While nobody
 * follows it, events wait in the agent's own queue, which slows the agent down when it is full.
 */
export class Turn {
  readonly run: Run
  readonly #reader: EventQueueReader<AgentEvent>
  /** Questions the reader has come to. */
  readonly #told = new Map<string, Question>()
  /** Questions that are left to a person. */
  readonly #asked = new Set<string>()
  readonly #calls = new Map<string, ClientToolCall>()
  /** Calls that the client has not been told. */
  readonly #newCalls: ClientToolCall[] = []
  #isReading = false
  #arrived: IteratorResult<AgentEvent, undefined> | undefined
  #failure: { error: unknown } | undefined
  #wake: () => void = () => undefined
  #timer: NodeJS.Timeout | undefined
  #isDue = false

  constructor(run: Run) {
    this.run = run
    this.#reader = run[Symbol.asyncIterator]() as EventQueueReader<AgentEvent>
  }

  /** Questions that wait for an answer. */
  get questions(): Question[] {
    return [...this.#told.values()].filter(({ requestId }) => this.#asked.has(requestId))
  }

  /** Calls that wait for their results, by id. */
  get calls(): ReadonlyMap<string, ClientToolCall> {
    return this.#calls
  }

  /** A question is left to a person. */
  ask(requestId: string): void {
    this.#asked.add(requestId)
    this.#gather()
  }

  /** The agent calls a tool of the client. */
  call(call: ClientToolCall): void {
    this.#calls.set(call.id, call)
    this.#newCalls.push(call)
    this.#gather()
    this.#wake()
  }

  /** A question was answered: it is not asked again. */
  settle(requestId: string): void {
    this.#told.delete(requestId)
    this.#asked.delete(requestId)
  }

  /** A call has its result, or was given up. */
  settleCall(id: string, result: { text: string; isError?: boolean }): void {
    const call = this.#calls.get(id)
    this.#calls.delete(id)
    call?.answer(result)
  }

  /** The next thing, in order. @throws what the agent's queue failed with. */
  async next(): Promise<TurnStep> {
    for (;;) {
      const call = this.#newCalls.shift()
      if (call !== undefined) return { type: 'call', call }
      if (this.#isDue) {
        this.#isDue = false
        if (this.questions.length > 0 || this.#calls.size > 0) return { type: 'due' }
      }
      const arrived = this.#arrived
      if (arrived !== undefined) {
        this.#arrived = undefined
        if (arrived.done) return { type: 'over' }
        this.#observe(arrived.value)
        return { type: 'event', event: arrived.value }
      }
      if (this.#failure !== undefined) throw this.#failure.error
      await this.#wait()
    }
  }

  /** Reads to its end what nobody follows, and lets the session go on. */
  async drain(): Promise<void> {
    try {
      for (;;) {
        const step = await this.next()
        if (step.type === 'over' || (step.type === 'event' && step.event.type === 'finish')) break
      }
    } catch {
      // It is over in any case.
    }
    await this.run[Symbol.asyncDispose]()
  }

  /** Lets go of all that waits. */
  end(): void {
    clearTimeout(this.#timer)
    for (const id of this.#calls.keys()) {
      this.settleCall(id, { text: 'The turn has ended', isError: true })
    }
  }

  /** Something has to be asked, though nothing new came: a client has come back to it. */
  remind(): void {
    this.#isDue = true
    this.#wake()
  }

  /** Waits for an event or for being woken, whichever is first; the event is not lost by that. */
  #wait(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#wake = resolve
    if (!this.#isReading) void this.#read()
    return promise
  }

  async #read(): Promise<void> {
    this.#isReading = true
    try {
      this.#arrived = await this.#reader.next()
    } catch (error) {
      this.#failure = { error }
    }
    this.#isReading = false
    this.#wake()
  }

  #observe(event: AgentEvent): void {
    if (event.type === 'permission.requested') {
      this.#told.set(event.requestId, event)
      this.#gather()
    } else if (event.type === 'elicitation.requested') {
      this.#told.set(event.requestId, event)
      // No policy answers these.
      this.ask(event.requestId)
    } else if (event.type === 'permission.resolved' || event.type === 'elicitation.resolved') {
      this.settle(event.requestId)
    }
  }

  #gather(): void {
    if (this.#timer !== undefined || (this.questions.length === 0 && this.#calls.size === 0)) return
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      this.#isDue = true
      this.#wake()
    }, gatherMs)
  }
}
