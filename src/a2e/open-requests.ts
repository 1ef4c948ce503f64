import type { Clock } from '../core/clock.ts'
import { isRecord } from '../core/is-record.ts'
import { A2EError } from './a2e-error.ts'
import { type CatalogEntry, catalog } from './catalog.ts'
import { fillIn, requireMessage } from './messages/check-message.ts'
import { Deadlines } from './deadlines.ts'
import { textOf } from './messages/wire.ts'

type Message = Readonly<Record<string, unknown>>

interface OpenRequest {
  readonly entry: CatalogEntry
  readonly resolve: (answer: Record<string, unknown>) => void
  readonly reject: (error: unknown) => void
  readonly onEvent: ((event: unknown) => void) | undefined
}

export interface OpenRequestOptions {
  timeoutMs: number
  signal: AbortSignal | undefined
  onEvent: ((event: unknown) => void) | undefined
}

const replies: ReadonlySet<string> = new Set(Array.from(catalog.values(), ({ reply }) => reply ?? ''))

/**
 * The requests of a client without a response yet. Separate from the ACP peer's: a response may lack the request id, and
 * all deadlines share one timer (`npm run bench -- a2e`).
 */
export class OpenRequests {
  readonly #open = new Map<string, OpenRequest>()
  readonly #deadlines: Deadlines
  #onDrained: (() => void) | undefined

  constructor(clock: Clock) {
    this.#deadlines = new Deadlines(clock)
  }

  /** Waits for the response to a request. */
  async add(entry: CatalogEntry, id: string, options: OpenRequestOptions): Promise<Record<string, unknown>> {
    const { timeoutMs, signal, onEvent } = options
    const { promise, resolve, reject } = Promise.withResolvers<Record<string, unknown>>()
    this.#open.set(id, { entry, resolve, reject, onEvent })
    const abort = (): void => this.fail(id, signal?.reason)
    signal?.addEventListener('abort', abort, { once: true })
    const deadline = this.#deadlines.watch(timeoutMs, () => this.fail(id, late(entry, timeoutMs)))
    try {
      return await promise
    } finally {
      this.#deadlines.forget(deadline)
      signal?.removeEventListener('abort', abort)
      this.#open.delete(id)
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
    const request = requestId === '' ? this.#oldest(type) : this.#open.get(requestId)
    if (request === undefined) return requestId !== '' && (type === 'error' || replies.has(type))
    const { entry, onEvent } = request
    if (type === 'error') request.reject(errorFrom(message))
    else if (type === entry.reply) this.#resolve(request, message)
    else if (onEvent === undefined) return false
    else onEvent(filled(message))
    return true
  }

  fail(id: string, error: unknown): void {
    this.#open.get(id)?.reject(error)
  }

  /** Fails all requests and stops the timer. */
  close(error: Error): void {
    this.failAll(error)
    this.#deadlines.close()
  }

  failAll(error: Error): void {
    for (const { reject } of this.#open.values()) reject(error)
  }

  /** Resolves when no request is open. */
  async drained(): Promise<void> {
    if (this.#open.size === 0) return
    await new Promise<void>((resolve) => (this.#onDrained = resolve))
  }

  #resolve({ resolve, reject }: OpenRequest, message: Message): void {
    const entry = catalog.get(textOf(message, 'type'))
    if (entry === undefined) return
    try {
      requireMessage(entry, message)
      resolve(fillIn(entry, message))
    } catch (error) {
      reject(error)
    }
  }

  /** The oldest request that waits for this response type, for hosts that omit the request id. */
  #oldest(type: string): OpenRequest | undefined {
    for (const request of this.#open.values()) if (request.entry.reply === type) return request
    return undefined
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
