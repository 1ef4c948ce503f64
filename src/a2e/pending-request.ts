import type { CapstanError } from '../core/capstan-error.ts'
import { A2EError } from './a2e-error.ts'
import type { CatalogEntry } from './catalog.ts'

/** Requests whose `timeout` field is not the timeout of the request itself. */
const otherTimeouts = new Set(['proc/spawn/req'])

/** The timeout of a request in milliseconds: its own, up to the host's limit. */
export function timeLimitOf(
  request: Readonly<Record<string, unknown>>,
  limits: { requestTimeoutMs: number; longestTimeoutMs: number },
): number {
  const { timeout, type } = request
  const isSet = typeof timeout === 'number' && timeout > 0 && !otherTimeouts.has(String(type))
  return isSet ? Math.min(timeout * 1000, limits.longestTimeoutMs) : limits.requestTimeoutMs
}

/** A request that the host has not answered yet. The host answers every request exactly once. */
export class PendingRequest {
  readonly entry: CatalogEntry
  readonly id: string
  /** Called when the request is answered. */
  onAnswer: (() => void) | undefined
  /** Whether a plugin is handling the request. */
  running = false
  /** Created on first use: most handlers never read the signal. */
  #stop: AbortController | undefined
  #aborted: { reason: CapstanError } | undefined
  /** The number of events so far. */
  #events = 0
  #answered = false

  constructor(entry: CatalogEntry, id: string) {
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

  /** The number of the next event; undefined when the request is already answered. */
  nextEvent(): number | undefined {
    return this.#answered ? undefined : this.#events++
  }

  /** Claims the right to answer; true only once. */
  takeAnswer(): boolean {
    if (this.#answered) return false
    this.#answered = true
    return true
  }

  /** Aborts the handler. */
  abort(reason: CapstanError): void {
    this.#aborted ??= { reason }
    this.#stop?.abort(reason)
  }
}

/** The error at the timeout. */
export function tooLate({ type, capability }: CatalogEntry, milliseconds: number): A2EError {
  const seconds = milliseconds / 1000
  return new A2EError('timeout', `${type} took longer than ${seconds} seconds`, {
    detail: { timeout: seconds },
    retryable: true,
    capabilityName: capability,
  })
}
