import type { EventQueueReader } from '../core/event-queue.ts'
import type { ElicitationRequestedEvent } from '../events/elicitation.ts'
import type { AgentEvent } from '../events/event.ts'
import type { PermissionRequestedEvent } from '../events/permission.ts'
import type { Run } from './api/run.ts'

/** A question of the agent that a person answers. */
export type Question = PermissionRequestedEvent | ElicitationRequestedEvent

/**
 * A run that outlives its readers: one may stop reading, and another continues. Without a reader, events wait in the
 * run's queue, and a full queue slows the agent down.
 */
export class OpenTurn {
  readonly run: Run
  readonly #reader: EventQueueReader<AgentEvent>
  readonly #questions = new Map<string, Question>()

  constructor(run: Run) {
    this.run = run
    this.#reader = run[Symbol.asyncIterator]() as EventQueueReader<AgentEvent>
  }

  /** Questions without an answer, by request id. */
  get questions(): ReadonlyMap<string, Question> {
    return this.#questions
  }

  /** The next event; undefined after the last one. One call at a time. @throws the error of the event queue. */
  async next(): Promise<AgentEvent | undefined> {
    const { value } = await this.#reader.next()
    if (value !== undefined) this.#observe(value)
    return value
  }

  /** Closes an answered question. */
  settle(requestId: string): void {
    this.#questions.delete(requestId)
  }

  /** Ends the run, and the agent if the run started it. */
  async close(): Promise<void> {
    await this.run[Symbol.asyncDispose]()
  }

  #observe(event: AgentEvent): void {
    if (event.type === 'permission.requested' || event.type === 'elicitation.requested') {
      this.#questions.set(event.requestId, event)
    } else if (event.type === 'permission.resolved' || event.type === 'elicitation.resolved') {
      this.settle(event.requestId)
    }
  }
}
