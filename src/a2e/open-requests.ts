import type { Clock } from '../core/clock.ts'
import { isRecord } from '../core/is-record.ts'
import { RequestCorrelator } from '../core/request-correlator.ts'
import { A2EError } from './a2e-error.ts'
import { type CatalogEntry, catalog } from './catalog.ts'
import { fillIn, requireMessage } from './messages/check-message.ts'
import { Deadlines } from './deadlines.ts'
import { textOf } from './messages/wire.ts'

type Message = Readonly<Record<string, unknown>>

interface OpenRequest {
  readonly entry: CatalogEntry
  readonly onEvent: ((event: unknown) => void) | undefined
}

export interface OpenRequestOptions {
  timeoutMs: number
  signal: AbortSignal | undefined
  onEvent: ((event: unknown) => void) | undefined
}

const replies: ReadonlySet<string> = new Set(Array.from(catalog.values(), ({ reply }) => reply ?? ''))

/** The requests of a client without a response yet. All deadlines share one timer (`npm run bench -- a2e`). */
export class OpenRequests {
  readonly #open: RequestCorrelator<string, OpenRequest, Record<string, unknown>>
  readonly #deadlines: Deadlines
  #onDrained: (() => void) | undefined

  constructor(clock: Clock) {
    const deadlines = new Deadlines(clock)
    this.#deadlines = deadlines
    this.#open = new RequestCorrelator((milliseconds, onLate) => {
      const deadline = deadlines.watch(milliseconds, onLate)
      return () => deadlines.forget(deadline)
    })
  }

  /** Waits for the response to a request. */
  async add(entry: CatalogEntry, id: string, options: OpenRequestOptions): Promise<Record<string, unknown>> {
    const { timeoutMs, signal, onEvent } = options
    try {
      return await this.#open.add(id, {
        request: { entry, onEvent },
        signal,
        timeoutMs,
        onInterrupt: (cause) => this.fail(id, cause === 'timeout' ? late(entry, timeoutMs) : signal?.reason),
      })
    } finally {
      if (this.#open.size === 0) this.#onDrained?.()
    }
  }

  /**
   * Passes a message to its request; false when no request matches, and for an event that nobody reads or that follows the
   * response. A late response is dropped: its request has already failed.
   */
  take(message: Message): boolean {
    const type = textOf(message, 'type')
    const requestId = textOf(message, 'req_id')
    // Some hosts omit the request id: the oldest request that waits for this type of response gets it.
    const id = requestId === '' ? this.#open.find(({ entry }) => entry.reply === type) : requestId
    const request = id === undefined ? undefined : this.#open.get(id)
    if (id === undefined || request === undefined) {
      return requestId !== '' && (type === 'error' || replies.has(type))
    }
    const { entry, onEvent } = request
    if (type === 'error') this.fail(id, errorFrom(message))
    else if (type === entry.reply) this.#resolve(id, message)
    else if (onEvent === undefined) return false
    else onEvent(filled(message))
    return true
  }

  fail(id: string, error: unknown): void {
    this.#open.reject(id, error)
  }

  /** Fails all requests and stops the timer. */
  close(error: Error): void {
    this.failAll(error)
    this.#deadlines.close()
  }

  failAll(error: Error): void {
    this.#open.failAll(error)
  }

  /** Resolves when no request is open. */
  async drained(): Promise<void> {
    if (this.#open.size === 0) return
    await new Promise<void>((resolve) => (this.#onDrained = resolve))
  }

  #resolve(id: string, message: Message): void {
    const entry = catalog.get(textOf(message, 'type'))
    if (entry === undefined) return
    try {
      requireMessage(entry, message)
      this.#open.resolve(id, fillIn(entry, message))
    } catch (error) {
      this.fail(id, error)
    }
  }
}

function filled(message: Message): Message {
  const entry = catalog.get(textOf(message, 'type'))
  return entry === undefined ? message : fillIn(entry, message)
}

function errorFrom(message: Message): A2EError {
  const { detail, retryable } = message
  const { hint, ...rest } = isRecord(detail) ? detail : {}
  return new A2EError(textOf(message, 'code') || 'runtime_error', textOf(message, 'message'), {
    detail: rest,
    ...(typeof hint === 'string' ? { hint } : {}),
    retryable: retryable === true,
    capabilityName: textOf(message, 'capability_name'),
  })
}

function late(entry: CatalogEntry, timeoutMs: number): A2EError {
  return new A2EError('timeout', `The host did not answer ${entry.type} within ${timeoutMs / 1000} seconds`, {
    retryable: true,
    capabilityName: entry.capability,
  })
}
