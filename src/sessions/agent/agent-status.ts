import type { AgentStatus } from '../../capabilities/ecosystems/relay/types.ts'

/** Statuses that hide the state of the turn. */
export type OuterStatus = Extract<
  AgentStatus,
  'starting' | 'paused' | 'releasing' | 'released' | 'offline' | 'failed'
>

/**
 * The status of an agent session: `active` in a turn, `waiting` while tools run, `blocked` while a question waits for
 * a person. An outer status hides all of these until it is cleared.
 */
export class StatusKeeper {
  readonly #onChange: (status: AgentStatus, reason?: string) => void
  readonly #questions = new Set<string>()
  #isInTurn = false
  #openCalls = 0
  #outer: OuterStatus | undefined
  #reported: AgentStatus = 'idle'

  constructor(onChange: (status: AgentStatus, reason?: string) => void) {
    this.#onChange = onChange
  }

  get status(): AgentStatus {
    if (this.#outer !== undefined) return this.#outer
    if (!this.#isInTurn) return 'idle'
    if (this.#questions.size > 0) return 'blocked'
    return this.#openCalls > 0 ? 'waiting' : 'active'
  }

  beginTurn(): void {
    this.#isInTurn = true
    this.#report()
  }

  /** `then` is the outer status that follows, so that the session never appears idle in between. */
  endTurn(then?: OuterStatus, reason?: string): void {
    this.#isInTurn = false
    this.#openCalls = 0
    this.#questions.clear()
    this.#outer = then ?? this.#outer
    this.#report(reason)
  }

  tools(openCalls: number): void {
    this.#openCalls = openCalls
    this.#report()
  }

  ask(requestId: string): void {
    this.#questions.add(requestId)
    this.#report()
  }

  answer(requestId: string): void {
    if (this.#questions.delete(requestId)) this.#report()
  }

  /** Undefined clears the outer status. */
  set(outer: OuterStatus | undefined, reason?: string): void {
    this.#outer = outer
    this.#report(reason)
  }

  /** The status is `starting` while the agent is started again, and the previous one if that fails. */
  async starting(start: () => Promise<void>): Promise<void> {
    const before = this.#outer
    // A released session stays so until it has started.
    if (before !== 'released') this.set('starting')
    try {
      await start()
    } catch (error) {
      this.set(before, error instanceof Error ? error.message : String(error))
      throw error
    }
  }

  #report(reason?: string): void {
    const { status } = this
    if (status === this.#reported) return
    this.#reported = status
    this.#onChange(status, reason)
  }
}
