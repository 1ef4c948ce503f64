import type { Capability } from '../capabilities/ecosystems/a2e/types.ts'
import { type Clock, systemClock } from '../core/clock.ts'
import { EventQueue } from '../core/event-queue.ts'
import { ignore } from '../core/ignore.ts'
import { isRecord } from '../core/is-record.ts'
import { A2EError } from './a2e-error.ts'
import { requireCapability } from './capability-missing.ts'
import { catalogue } from './catalogue.ts'
import { fillIn, requireMessage } from './messages/check-message.ts'
import type { ClientLink } from './client-link.ts'
import { type A2ETarget, linkTo } from './links.lazy.ts'
import type { Fields, RequestEvent, RequestType, Response } from './messages/messages.ts'
import { OpenRequests } from './open-requests.ts'
import { timeLimitOf } from './pending-request.ts'
import { SeenIds } from './messages/seen-ids.ts'
import { encodeMessage, envelopeOf, textOf } from './messages/wire.ts'

export interface A2EClientOptions {
  /** The host: one in this process, one at an address, or a command that starts one. */
  to: A2ETarget
  /** What the client wants to use. */
  capabilities: readonly string[]
  /** What the client calls itself. */
  agentId?: string
  token?: string
  /** How long the handshake may take; 30 seconds if not given. */
  handshakeTimeoutMs?: number
  /** How long a request may take that does not say so itself; 35 seconds if not given. */
  requestTimeoutMs?: number
  /** Gets what the host says of its own accord. */
  onPush?: (message: Readonly<Record<string, unknown>>) => void
  clock?: Clock
}

export interface RequestOptions<Type extends RequestType> {
  /** How long to wait for the answer; a little longer than the host is given if not set. */
  timeoutMs?: number
  /** Stops waiting. The host is not told: the protocol has no word for it. */
  signal?: AbortSignal
  onEvent?: (event: RequestEvent<Type>) => void
}

/** A request whose events are read one by one. */
export interface RequestStream<Type extends RequestType> extends AsyncIterable<RequestEvent<Type>> {
  readonly response: Promise<Response<Type>>
}

/** What a host is given beyond its own time limit before the client gives up. */
const graceMs = 5000

/** Speaks with a host: shakes hands, asks, and is told no before anything is sent that was not negotiated. */
export class A2EClient {
  readonly #options: A2EClientOptions
  readonly #clock: Clock
  readonly #requests: OpenRequests
  readonly #seen = new SeenIds()
  #link: ClientLink | undefined
  /** Settles when there is a session; replaced when it is lost. */
  #ready: Promise<void> | undefined
  #lost: Error | undefined
  #sessionId = ''
  #capabilities: readonly Capability[] = []
  #capabilityMap: ReadonlyMap<string, Capability> = new Map()
  #maxParallel = 0

  constructor(options: A2EClientOptions) {
    this.#options = options
    this.#clock = options.clock ?? systemClock
    this.#requests = new OpenRequests(this.#clock)
  }

  get sessionId(): string {
    return this.#sessionId
  }

  /** How many requests the host works on at a time. */
  get maxParallel(): number {
    return this.#maxParallel
  }

  /** What the host answered about every capability that was asked for. */
  capabilities(): readonly Capability[] {
    return this.#capabilities
  }

  /** The capabilities that may be used, by name. */
  get capabilityMap(): ReadonlyMap<string, Capability> {
    return this.#capabilityMap
  }

  /**
   * Reaches the host and shakes hands; gives what it answered.
   * @throws A2EError with the host’s reason as its code (`auth_failed`, `version_mismatch`, `no_caps`) when it refuses.
   */
  async connect(): Promise<readonly Capability[]> {
    this.#ready ??= this.#open()
    await this.#ready
    return this.#capabilities
  }

  /**
   * Asks the host and gives its answer.
   * @throws A2EError `capability_missing` or `schema_violation` before anything is sent; the host’s own error; `timeout`.
   */
  async request<Type extends RequestType>(
    type: Type,
    fields: Fields<Type>,
    options: RequestOptions<Type> = {},
  ): Promise<Response<Type>> {
    await this.connect()
    return (await this.#ask(
      type,
      { ...fields },
      options as RequestOptions<RequestType>,
    )) as unknown as Response<Type>
  }

  /** Asks the host; the events that come before the answer are read from what is returned. */
  stream<Type extends RequestType>(
    type: Type,
    fields: Fields<Type>,
    options: Omit<RequestOptions<Type>, 'onEvent'> = {},
  ): RequestStream<Type> {
    const events = new EventQueue<RequestEvent<Type>>()
    const response = this.request(type, fields, {
      ...options,
      onEvent: (event) => void events.insert(event),
    })
    response.then(
      () => events.end(),
      (error: unknown) => events.fail(error),
    )
    return { response, [Symbol.asyncIterator]: () => events[Symbol.asyncIterator]() }
  }

  /** How long the host has been running, in seconds. */
  async ping(): Promise<number> {
    const { uptime_seconds: seconds } = await this.request('ping', {})
    return seconds
  }

  /** Tells the host to finish what runs and to end the session, then closes. */
  async shutdown(timeoutSeconds = 10): Promise<void> {
    await this.connect()
    const message = { timeout: timeoutSeconds, ...envelopeOf('shutdown', this.#clock) }
    await this.#link?.send(encodeMessage(message))
    await this.#requests.drained()
    await this.close()
  }

  /** Leaves: what has no answer yet is given up. */
  async close(): Promise<void> {
    const error = new A2EError('session_lost', 'The client was closed')
    this.#lost = error
    this.#ready ??= Promise.reject(error)
    this.#ready.catch(ignore)
    this.#requests.close(error)
    await this.#link?.close()
  }

  async #open(): Promise<void> {
    this.#link ??= await linkTo(this.#options.to, this.#clock)
    await this.#link.open({
      onMessage: (message) => this.#receive(message),
      onLost: (error, { again }) => this.#lose(error, again),
    })
    await this.#shakeHands()
  }

  async #shakeHands(): Promise<void> {
    const { agentId = 'capstan', capabilities, token = '', handshakeTimeoutMs = 30_000 } = this.#options
    const fields = { agent_id: agentId, agent_caps: [...capabilities], auth_token: token }
    const answer = (await this.#ask('handshake/req', fields, {
      timeoutMs: handshakeTimeoutMs,
    })) as unknown as Response<'handshake/req'>
    if (!answer.ok) {
      await this.#link?.close()
      const code = answer.reason === '' ? 'server_error' : answer.reason
      throw new A2EError(code, `The host refused the handshake: ${code}`, {
        detail: { reason: answer.reason },
      })
    }
    this.#sessionId = answer.session_id ?? ''
    this.#maxParallel = answer.max_parallel
    this.#capabilities = answer.accepted_caps
    this.#capabilityMap = new Map(
      answer.accepted_caps.flatMap((entry) => (entry.enabled ? [[entry.capability, entry]] : [])),
    )
  }

  async #ask(
    type: RequestType,
    fields: Record<string, unknown>,
    options: RequestOptions<RequestType>,
  ): Promise<Record<string, unknown>> {
    if (this.#lost !== undefined) throw this.#lost
    options.signal?.throwIfAborted()
    const entry = catalogue.get(type)
    if (entry?.reply === undefined) throw new A2EError('unknown_type', `${type} is nothing to ask a host`)
    requireCapability(entry, new Set(this.#capabilityMap.keys()))
    const message = { ...fields, ...envelopeOf(type, this.#clock) }
    requireMessage(entry, message)
    const { requestTimeoutMs = 35_000 } = this.#options
    const limits = { requestTimeoutMs: requestTimeoutMs - graceMs, longestTimeoutMs: Infinity }
    const answer = this.#requests.add(entry, message.id, {
      timeoutMs: options.timeoutMs ?? timeLimitOf(fillIn(entry, message), limits) + graceMs,
      signal: options.signal,
      onEvent: options.onEvent as ((event: unknown) => void) | undefined,
    })
    this.#link?.send(encodeMessage(message)).catch((error: unknown) => this.#requests.fail(message.id, error))
    return await answer
  }

  #receive(message: unknown): void {
    if (!isRecord(message)) return
    const id = textOf(message, 'id')
    if (id !== '' && !this.#seen.add(id)) return
    if (this.#requests.take(message)) return
    const entry = catalogue.get(textOf(message, 'type'))
    this.#options.onPush?.(entry === undefined ? message : fillIn(entry, message))
  }

  /** What was asked in a session that is gone is not asked again: it may have been done. */
  #lose(error: Error, again: boolean): void {
    this.#requests.failAll(error)
    if (!again) this.#lost ??= error
    else this.#ready = this.#reopen()
  }

  /** Never rejects: whoever asks finds what is the matter. */
  async #reopen(): Promise<void> {
    try {
      await this.#open()
    } catch (error) {
      this.#lost ??= error instanceof Error ? error : new A2EError('session_lost', String(error))
    }
  }
}
