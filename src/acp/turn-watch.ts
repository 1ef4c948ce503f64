import type { CapstanError } from '../core/capstan-error.ts'
import type { AgentEvent } from '../events/event.ts'
import type { StatusChangedEvent } from '../events/sessions/status.ts'
import { type TurnEnd, turnEndFromV2 } from './reading/turn-end.ts'

/** What a session reported about its work before a turn. */
export interface WorkBefore {
  /** Whether the agent has ever reported work. */
  reportsWork: boolean
  /** Whether the last reported state was working: an agent may start work by itself. */
  isWorking: boolean
}

/**
 * Detects the end of a turn in version 2, where the response to the prompt only accepts it.
 * States are snapshots and may repeat: an idle state ends the turn only after reported work. For an agent that never
 * reports work, the first idle state with a stop reason or after any other event ends it.
 */
export class TurnWatch {
  readonly #ended = Promise.withResolvers<TurnEnd>()
  readonly #before: WorkBefore
  #hasWorked = false
  #hasEmitted = false
  #isAccepted = false
  #end: TurnEnd | undefined

  constructor(before: WorkBefore) {
    this.#before = before
    // Version 1 does not await this promise.
    this.#ended.promise.catch(() => {})
  }

  observe(event: AgentEvent): void {
    if (event.type !== 'status.changed') {
      this.#hasEmitted = true
      return
    }
    if (event.status !== 'idle') {
      this.#hasWorked = true
      this.#end = undefined
      return
    }
    if (!this.#isEnd(event)) return
    this.#end = turnEndFromV2(event)
    if (this.#isAccepted) this.#ended.resolve(this.#end)
  }

  /** Called when the agent has accepted the prompt; resolves at the end of the turn. */
  accepted(): Promise<TurnEnd> {
    this.#isAccepted = true
    if (this.#end !== undefined) this.#ended.resolve(this.#end)
    return this.#ended.promise
  }

  #isEnd({ stopReason }: StatusChangedEvent): boolean {
    const { reportsWork, isWorking } = this.#before
    if (this.#hasWorked || (isWorking && this.#isAccepted)) return true
    return !reportsWork && (this.#hasEmitted || stopReason !== undefined)
  }

  fail(error: CapstanError): void {
    this.#ended.reject(error)
  }
}
