import type { AgentStatus } from '../../capabilities/ecosystems/relay/types.ts'

/** What a session is in besides working and waiting for work. */
export type OuterStatus = Extract<
  AgentStatus,
  'starting' | 'paused' | 'releasing' | 'released' | 'offline' | 'failed'
>

/**
 * The status of a session with an agent. In a turn it is `active`; `waiting` while tools run; `blocked` while a question
 * waits for a person. What is outer hides all of that until it is taken away.
 */
export class StatusKeeper {
  readonly #onChange: (status: AgentStatus, reason?: string) => void
  readonly #questions = new Set<string>()
  #isInTurn = false
  #openCalls = 0
  #outer: OuterStatus | undefined
  #told: AgentStatus = 'idle'

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
    this.#tell()
  }

  /** `then`: the outer status that follows it, so that the session is never seen idle in between. */
  endTurn(then?: OuterStatus, reason?: string): void {
    this.#isInTurn = false
    this.#openCalls = 0
    this.#questions.clear()
    this.#outer = then ?? this.#outer
    this.#tell(reason)
  }

  /** This many tool calls run. */
  tools(openCalls: number): void {
    this.#openCalls = openCalls
    this.#tell()
  }

  ask(requestId: string): void {
    this.#questions.add(requestId)
    this.#tell()
  }

  answer(requestId: string): void {
    if (this.#questions.delete(requestId)) this.#tell()
  }

  /** Undefined takes it away. */
  set(outer: OuterStatus | undefined, reason?: string): void {
    this.#outer = outer
    this.#tell(reason)
  }

  #tell(reason?: string): void {
    const { status } = this
    if (status === this.#told) return
    this.#told = status
    this.#onChange(status, reason)
  }
}
