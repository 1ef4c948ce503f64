import { CapstanError } from '../../../core/capstan-error.ts'
import type { ElicitationRequestedEvent } from '../../../events/elicitation.ts'
import type { AgentEvent } from '../../../events/event.ts'
import type { PermissionRequestedEvent } from '../../../events/permission.ts'
import type { ElicitationAnswer, PermissionAnswer, Run } from '../../../run/api/run.ts'

type Question = PermissionRequestedEvent | ElicitationRequestedEvent
type Answer = PermissionAnswer | ElicitationAnswer

export interface AttendantOptions {
  run: Pick<Run, 'respond'>
  /** Shows an event. */
  show: (event: AgentEvent) => void
  /** Asks a person; absent without a terminal. The signal aborts when the answer is no longer needed. */
  ask?: (question: Question, signal: AbortSignal) => Promise<Answer>
  /** Whether a person decides about permissions, instead of a policy. */
  asksPermission: boolean
}

/** How many events to buffer during a question before the agent has to wait. */
const maxHeld = 1000

/** Shows the events of a run and asks a person the agent's questions, one at a time. */
export class Attendant {
  readonly #options: AttendantOptions
  /** Events that arrived during a question. */
  readonly #held: AgentEvent[] = []
  /** Questions that are already resolved. */
  readonly #settled = new Set<string>()
  #asking: { id: string; stop: AbortController; done: Promise<void> } | undefined
  #isOver = false

  constructor(options: AttendantOptions) {
    this.#options = options
  }

  /** Handles an event. If it returns a promise, the caller must wait for it before the next event. */
  take(event: AgentEvent): Promise<void> | undefined {
    if (event.type === 'permission.resolved' || event.type === 'elicitation.resolved') {
      this.#settled.add(event.requestId)
      if (this.#asking?.id === event.requestId) this.#asking.stop.abort()
    }
    if (event.type === 'finish') {
      this.#isOver = true
      this.#asking?.stop.abort()
    }
    if (this.#asking === undefined) this.#show(event)
    else this.#held.push(event)
    return this.#held.length > maxHeld ? this.#asking?.done : undefined
  }

  /** Resolves when all events are shown and no question is open. */
  async settled(): Promise<void> {
    while (this.#asking !== undefined) await this.#asking.done
  }

  #show(event: AgentEvent): void {
    this.#options.show(event)
    if (event.type === 'permission.requested' && this.#options.asksPermission) this.#ask(event)
    if (event.type === 'elicitation.requested') this.#ask(event)
  }

  #ask(question: Question): void {
    const { requestId } = question
    const { ask } = this.#options
    if (this.#isOver || this.#settled.delete(requestId)) return
    if (ask === undefined) return this.#respond(requestId, { action: 'cancel' })
    const stop = new AbortController()
    this.#asking = {
      id: requestId,
      stop,
      done: this.#sendAnswer(ask(question, stop.signal), { requestId, stop }),
    }
  }

  /** Sends the answer to the run, then shows the buffered events. */
  async #sendAnswer(
    asked: Promise<Answer>,
    { requestId, stop }: { requestId: string; stop: AbortController },
  ): Promise<void> {
    const answer = await asked
    this.#asking = undefined
    if (!stop.signal.aborted) this.#respond(requestId, answer)
    while (this.#asking === undefined && this.#held.length > 0) this.#show(this.#held.shift() as AgentEvent)
  }

  #respond(requestId: string, answer: Answer): void {
    try {
      this.#options.run.respond(requestId, answer)
    } catch (error) {
      // Resolved in the meantime; the event is about to arrive.
      if (!CapstanError.isInstance(error) || error.code !== 'REQUEST_NOT_OPEN') throw error
    }
  }
}
