import type { AgentEvent } from '../../events/event.ts'

/** The subscribers to all events of an agent. */
export class AgentListeners {
  readonly #listeners = new Set<(event: AgentEvent) => void>()
  readonly #onError: (message: string) => void

  constructor(onError: (message: string) => void) {
    this.#onError = onError
  }

  /** Returns a function that unsubscribes. */
  add(listener: (event: AgentEvent) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Runs listeners in a microtask after the event, so that a listener can answer a request at once. */
  notify(event: AgentEvent): void {
    for (const listener of this.#listeners) queueMicrotask(() => this.#call(listener, event))
  }

  #call(listener: (event: AgentEvent) => void, event: AgentEvent): void {
    try {
      listener(event)
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      this.#onError(`A listener for ${event.type} threw: ${why}`)
    }
  }
}
