import type { CapstanError } from '../core/capstan-error.ts'
import type { AgentEvent } from '../events/event.ts'
import type { StatusChangedEvent } from '../events/sessions/status.ts'
import { type TurnEnd, turnEndFromV2 } from './reading/turn-end.ts'

/** What a session has told of its work before a turn. */
export interface WorkBefore {
  /** It told of work at all. */
  tellsWork: boolean
  /** It was working when it was last heard of: an agent may begin by itself. */
  isWorking: boolean
}

/**
 * Finds the end of a turn of version 2, where the prompt's answer only says that it was taken in.
 * States are snapshots that may come again: an idle one ends the turn only when work was told before it. Of an agent
 * that never tells of work, the first idle state counts that has a reason or follows anything else.
 */
export class TurnWatch {
  readonly #ended = Promise.withResolvers<TurnEnd>()
  readonly #before: WorkBefore
  #hasWorked = false
  #hasTold = false
  #isAccepted = false
  #end: TurnEnd | undefined

  constructor(before: WorkBefore) {
    this.#before = before
    // In version 1 nobody waits for it.
    this.#ended.promise.catch(() => {})
  }

  observe(event: AgentEvent): void {
    if (event.type !== 'status.changed') {
      this.#hasTold = true
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

  /** The prompt was taken in: resolves at the end of the turn. */
  accepted(): Promise<TurnEnd> {
    this.#isAccepted = true
    if (this.#end !== undefined) this.#ended.resolve(this.#end)
    return this.#ended.promise
  }

  #isEnd({ stopReason }: StatusChangedEvent): boolean {
    const { tellsWork, isWorking } = this.#before
    if (this.#hasWorked || (isWorking && this.#isAccepted)) return true
    return !tellsWork && (this.#hasTold || stopReason !== undefined)
  }

  fail(error: CapstanError): void {
    this.#ended.reject(error)
  }
}
