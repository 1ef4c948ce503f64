import type { AgentEvent } from '../events/event.ts'

const most = 10_000

/** Events of unknown sessions: an agent may send events of a session before the response with its id. */
export class UnclaimedEvents {
  readonly #agent: string
  readonly #onWarning: (message: string) => void
  #events: AgentEvent[] | undefined
  #isFull = false

  constructor(agent: string, onWarning: (message: string) => void) {
    this.#agent = agent
    this.#onWarning = onWarning
  }

  keep(event: AgentEvent): undefined {
    this.#events ??= []
    if (this.#events.length < most) this.#events.push(event)
    else if (!this.#isFull) {
      this.#isFull = true
      this.#onWarning(`${this.#agent} sent events of unknown sessions; Capstan keeps only the first ${most}`)
    }
    return undefined
  }

  /** Removes and returns the events of this session and those without a session. */
  claim(sessionId: string): AgentEvent[] {
    const isClaimed = (event: AgentEvent): boolean =>
      event.sessionId === undefined || event.sessionId === sessionId
    const events = this.#events ?? []
    const left = events.filter((event) => !isClaimed(event))
    this.#events = left.length === 0 ? undefined : left
    return events.filter(isClaimed)
  }
}
