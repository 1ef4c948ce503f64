import type { AgentEvent } from '../../events/event.ts'
import type { Run } from '../../run/api/run.ts'
import { OpenTurn, type Question } from '../../run/open-turn.ts'
import type { RunInput } from '../ag-ui/input.ts'
import { promptOf, toolResults } from '../ag-ui/prompt.ts'

/** A call of a client tool. */
export interface ClientToolCall {
  readonly id: string
  readonly name: string
  readonly input: unknown
  /** Returns the result to the agent. */
  readonly answer: (result: { text: string; isError?: boolean }) => void
}

/** The next step of a turn. */
export type TurnStep =
  | { type: 'event'; event: AgentEvent }
  | { type: 'call'; call: ClientToolCall }
  /** The client must answer questions or run tools now. */
  | { type: 'due' }
  | { type: 'over' }

/** Questions and calls within this time are sent to the client together. */
const gatherMs = 50

/** One prompt of an agent's session with all its events, over one or more runs of the client. */
export class Turn {
  readonly #turn: OpenTurn
  /** Ids of the questions that the user must answer. */
  readonly #asked = new Set<string>()
  readonly #calls = new Map<string, ClientToolCall>()
  /** Calls not yet sent to the client. */
  readonly #newCalls: ClientToolCall[] = []
  #isReading = false
  #arrived: { event: AgentEvent | undefined } | undefined
  #failure: { error: unknown } | undefined
  #wake: () => void = () => undefined
  #timer: NodeJS.Timeout | undefined
  #isDue = false

  constructor(run: Run) {
    this.#turn = new OpenTurn(run)
  }

  get run(): Run {
    return this.#turn.run
  }

  /** Questions that wait for the user's answer. */
  get questions(): Question[] {
    return [...this.#turn.questions.values()].filter(({ requestId }) => this.#asked.has(requestId))
  }

  /** Client tool calls without a result, by id. */
  get calls(): ReadonlyMap<string, ClientToolCall> {
    return this.#calls
  }

  /** Leaves a question to the user. */
  ask(requestId: string): void {
    this.#asked.add(requestId)
    this.#gather()
  }

  /** The agent calls a client tool. */
  call(call: ClientToolCall): void {
    this.#calls.set(call.id, call)
    this.#newCalls.push(call)
    this.#gather()
    this.#wake()
  }

  /** Closes an answered question. */
  settle(requestId: string): void {
    this.#turn.settle(requestId)
    this.#asked.delete(requestId)
  }

  /** Answers a call with its result or an error. */
  settleCall(id: string, result: { text: string; isError?: boolean }): void {
    const call = this.#calls.get(id)
    this.#calls.delete(id)
    call?.answer(result)
  }

  /** The next step, in order. @throws the error of the agent's event queue. */
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
        if (arrived.event === undefined) return { type: 'over' }
        this.#observe(arrived.event)
        return { type: 'event', event: arrived.event }
      }
      if (this.#failure !== undefined) throw this.#failure.error
      await this.#wait()
    }
  }

  /** Reads the turn to its end, so that the session accepts the next prompt. */
  async drain(): Promise<void> {
    try {
      for (;;) {
        const step = await this.next()
        if (step.type === 'over' || (step.type === 'event' && step.event.type === 'finish')) break
      }
    } catch {
      // The turn has ended in any case.
    }
    await this.close()
  }

  /** The session accepts the next prompt once this resolves. */
  close(): Promise<void> {
    return this.#turn.close()
  }

  /** Fails all open calls. */
  end(): void {
    clearTimeout(this.#timer)
    for (const id of this.#calls.keys()) {
      this.settleCall(id, { text: 'The turn has ended', isError: true })
    }
  }

  /** Asks again, for a client that reconnected. */
  remind(): void {
    this.#isDue = true
    this.#wake()
  }

  /** Waits for an event or a wake-up; a pending read is kept for the next call. */
  #wait(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#wake = resolve
    if (!this.#isReading) void this.#read()
    return promise
  }

  async #read(): Promise<void> {
    this.#isReading = true
    try {
      this.#arrived = { event: await this.#turn.next() }
    } catch (error) {
      this.#failure = { error }
    }
    this.#isReading = false
    this.#wake()
  }

  #observe(event: AgentEvent): void {
    // No policy answers an elicitation.
    if (event.type === 'elicitation.requested') this.ask(event.requestId)
    else if (event.type === 'permission.requested') this.#gather()
    else if (event.type === 'permission.resolved' || event.type === 'elicitation.resolved') {
      this.#asked.delete(event.requestId)
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

/** Continues a waiting turn with the tool results and user messages of a run. */
export function continueTurn(turn: Turn, input: RunInput, seen: Set<string>): void {
  const results = toolResults(input.messages)
  const prompt = promptOf(input, { isNew: false, seen })
  for (const id of turn.calls.keys()) {
    const text = results.get(id)
    if (text !== undefined) turn.settleCall(id, { text })
    else if (prompt !== undefined) {
      turn.settleCall(id, { text: 'The user continued without running this tool', isError: true })
    }
  }
  if (prompt !== undefined) {
    for (const id of prompt.messageIds) seen.add(id)
    turn.run.send(prompt.text)
  }
  if (turn.calls.size > 0 || turn.questions.length > 0) turn.remind()
}
