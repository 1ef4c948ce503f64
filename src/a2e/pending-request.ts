import type { CapstanError } from '../core/capstan-error.ts'
import { A2EError } from './a2e-error.ts'
import type { CatalogueEntry } from './catalogue.ts'

/** Requests whose `timeout` says something else than how long the answer may take. */
const otherTimeouts = new Set(['proc/spawn/req'])

/** How long a request may take, in milliseconds: what it says itself, within what the host allows. */
export function timeLimitOf(
  request: Readonly<Record<string, unknown>>,
  limits: { requestTimeoutMs: number; longestTimeoutMs: number },
): number {
  const { timeout, type } = request
  const isSaid = typeof timeout === 'number' && timeout > 0 && !otherTimeouts.has(String(type))
  return isSaid ? Math.min(timeout * 1000, limits.longestTimeoutMs) : limits.requestTimeoutMs
}

/** A request that has no answer yet. It gets one, whatever happens. */
export class PendingRequest {
  readonly entry: CatalogueEntry
  readonly id: string
  /** Called once it is answered. */
  onAnswer: (() => void) | undefined
  /** Whether it has been given to a plugin. */
  running = false
  /** Made when it is asked for: most handlers never look. */
  #stop: AbortController | undefined
  #aborted: { reason: CapstanError } | undefined
  /** How many events it had. */
  #events = 0
  #answered = false

  constructor(entry: CatalogueEntry, id: string) {
    this.entry = entry
    this.id = id
  }

  get signal(): AbortSignal {
    if (this.#stop === undefined) {
      this.#stop = new AbortController()
      if (this.#aborted !== undefined) this.#stop.abort(this.#aborted.reason)
    }
    return this.#stop.signal
  }

  get answered(): boolean {
    return this.#answered
  }

  /** The number of its next event; undefined when it is too late for one. */
  nextEvent(): number | undefined {
    return this.#answered ? undefined : this.#events++
  }

  /** Takes the right to answer, once. */
  takeAnswer(): boolean {
    if (this.#answered) return false
    this.#answered = true
    return true
  }

  /** Tells whoever works on it to stop. */
  abort(reason: CapstanError): void {
    this.#aborted ??= { reason }
    this.#stop?.abort(reason)
  }
}

/** What is answered at the time limit. */
export function tooLate({ type, capability }: CatalogueEntry, milliseconds: number): A2EError {
  const seconds = milliseconds / 1000
  return new A2EError('timeout', `${type} took longer than ${seconds} seconds`, {
    detail: { timeout: seconds },
    retryable: true,
    capabilityName: capability,
  })
}
