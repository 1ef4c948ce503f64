import { CapstanError } from '../../../core/capstan-error.ts'
import type { ElicitationRequestedEvent } from '../../../events/elicitation.ts'
import type { AgentEvent } from '../../../events/event.ts'
import type { PermissionRequestedEvent } from '../../../events/permission.ts'
import type { ElicitationAnswer, PermissionAnswer, Run } from '../../../run/api/run.ts'

type Question = PermissionRequestedEvent | ElicitationRequestedEvent
type Answer = PermissionAnswer | ElicitationAnswer

export interface AttendantOptions {
  run: Pick<Run, 'respond'>
  /** Shows an event to whoever reads along. */
  show: (event: AgentEvent) => void
  /** Asks a person; absent when nobody is there. The signal aborts when no answer is wanted any more. */
  ask?: (question: Question, signal: AbortSignal) => Promise<Answer>
  /** Whether permissions are a person's to give; a policy gives them otherwise. */
  asksPermission: boolean
}

/** How many events may wait for a person before the agent has to wait as well. */
const maxHeld = 1000

/** Shows what happens, and brings the agent's questions before a person, one at a time. */
export class Attendant {
  readonly #options: AttendantOptions
  /** What came while a question stood on the screen. */
  readonly #held: AgentEvent[] = []
  /** Questions that need no answer any more. */
  readonly #settled = new Set<string>()
  #asking: { id: string; stop: AbortController; done: Promise<void> } | undefined
  #isOver = false

  constructor(options: AttendantOptions) {
    this.#options = options
  }

  /** Takes an event. A promise means: take no more until it resolves. */
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

  /** Resolves when everything is shown and nobody is asked. */
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
    this.#asking = { id: requestId, stop, done: this.#bring(ask(question, stop.signal), { requestId, stop }) }
  }

  /** Waits for an answer, passes it on and shows what came in the meantime. */
  async #bring(
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
      // It was settled in the meantime; the event that says so is on its way.
      if (!CapstanError.isInstance(error) || error.code !== 'REQUEST_NOT_OPEN') throw error
    }
  }
}
