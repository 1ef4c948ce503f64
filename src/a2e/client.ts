import type { Capability } from '../capabilities/ecosystems/a2e/types.ts'
import { type Clock, systemClock } from '../core/clock.ts'
import { EventQueue } from '../core/event-queue.ts'
import { ignore } from '../core/ignore.ts'
import { isRecord } from '../core/is-record.ts'
import { A2EError } from './a2e-error.ts'
import { requireCapability } from './capability-missing.ts'
import { catalog, type CatalogEntry, fieldsOf } from './catalog.ts'
import { fillIn, requireMessage } from './messages/check-message.ts'
import type { ClientLink } from './client-link.ts'
import { type A2ETarget, linkTo } from './links.lazy.ts'
import type { Fields, RequestEvent, RequestType, Response } from './messages/messages.ts'
import { OpenRequests } from './open-requests.ts'
import { timeLimitOf } from './pending-request.ts'
import { SeenIds } from './messages/seen-ids.ts'
import { encodeMessage, envelopeOf, textOf } from './messages/wire.ts'

export interface A2EClientOptions {
  /** The host: in this process, at a URL, or a command that starts it. */
  to: A2ETarget
  /** The capabilities to request. */
  capabilities: readonly string[]
  /** The name of the agent; `capstan` if omitted. */
  agentId?: string
  token?: string
  /** Timeout of the handshake; 30 seconds if omitted. */
  handshakeTimeoutMs?: number
  /** Timeout of a request without its own timeout; 35 seconds if omitted. */
  requestTimeoutMs?: number
  /** Receives messages that do not belong to an open request, such as the output of a process. */
  onPush?: (message: Readonly<Record<string, unknown>>) => void
  clock?: Clock
}

export interface RequestOptions<Type extends RequestType> {
  /** Timeout of the request; 5 seconds more than the host's own timeout if omitted. */
  timeoutMs?: number
  /** Stops waiting for the response. The host continues: A2E has no message to cancel a request. */
  signal?: AbortSignal
  /** Receives the events that precede the response. The request then asks the host to stream, unless it says otherwise. */
  onEvent?: (event: RequestEvent<Type>) => void
}

/** A request with its events as an iterable. */
export interface RequestStream<Type extends RequestType> extends AsyncIterable<RequestEvent<Type>> {
  readonly response: Promise<Response<Type>>
}

/** How long the client waits beyond the host's own timeout. */
const graceMs = 5000

/** A client of an A2E host. It rejects requests for capabilities that were not negotiated before sending them. */
export class A2EClient {
  readonly #options: A2EClientOptions
  readonly #clock: Clock
  readonly #requests: OpenRequests
  readonly #seen = new SeenIds()
  #link: ClientLink | undefined
  /** Settles when there is a session; replaced when the session is lost. */
  #ready: Promise<void> | undefined
  #lost: Error | undefined
  #isClosed = false
  #reason = ''
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

  /** The host's remark on the handshake, such as the requested names that it does not know; empty if there is none. */
  get reason(): string {
    return this.#reason
  }

  /** How many requests the host runs at a time. */
  get maxParallel(): number {
    return this.#maxParallel
  }

  /** The host's answer for every requested capability. */
  capabilities(): readonly Capability[] {
    return this.#capabilities
  }

  /** The enabled capabilities, by name. */
  get capabilityMap(): ReadonlyMap<string, Capability> {
    return this.#capabilityMap
  }

  /**
   * Connects to the host and performs the handshake. Returns the host's answer for every requested capability. Call it again
   * after a failure or a lost session.
   * @throws A2EError with the host’s reason as its code (`auth_failed`, `version_mismatch`, `no_caps`) if the host refuses.
   */
  async connect(): Promise<readonly Capability[]> {
    if (this.#lost !== undefined && !this.#isClosed) this.#forget()
    await this.#connected()
    return this.#capabilities
  }

  /**
   * Sends a request and returns the response.
   * @throws A2EError `capability_missing` or `schema_violation` before sending; the host’s own error; `timeout`.
   */
  async request<Type extends RequestType>(
    type: Type,
    fields: Fields<Type>,
    options: RequestOptions<Type> = {},
  ): Promise<Response<Type>> {
    await this.#connected()
    return (await this.#ask(
      type,
      { ...fields },
      options as RequestOptions<RequestType>,
    )) as unknown as Response<Type>
  }

  /** Sends a request; iterate over the result to read the events that precede the response. */
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

  /** The uptime of the host, in seconds. */
  async ping(): Promise<number> {
    const { uptime_seconds: seconds } = await this.request('ping', {})
    return seconds
  }

  /** Asks the host to finish running requests and end the session, then closes the client. */
  async shutdown(timeoutSeconds = 10): Promise<void> {
    await this.#connected()
    const message = { timeout: timeoutSeconds, ...envelopeOf('shutdown', this.#clock) }
    await this.#link?.send(encodeMessage(message))
    await this.#requests.drained()
    await this.close()
  }

  /** Closes the client. Open requests fail with `session_lost`. */
  async close(): Promise<void> {
    const error = new A2EError('session_lost', 'The client was closed')
    this.#lost = error
    this.#isClosed = true
    this.#ready ??= Promise.reject(error)
    this.#ready.catch(ignore)
    this.#requests.close(error)
    await this.#link?.close()
  }

  async #connected(): Promise<void> {
    this.#ready ??= this.#begin()
    await this.#ready
  }

  /** A failure is not final: the next call begins again. */
  async #begin(): Promise<void> {
    try {
      await this.#open()
    } catch (error) {
      if (!this.#isClosed) this.#forget()
      throw error
    }
  }

  /** Gives up the link, so that the next call connects anew. */
  #forget(): void {
    void this.#link?.close().catch(ignore)
    this.#link = undefined
    this.#lost = undefined
    this.#ready = undefined
  }

  async #open(): Promise<void> {
    const { to, token = '' } = this.#options
    const link = this.#link ?? (await linkTo(to, { clock: this.#clock, token }))
    this.#link = link
    await link.open({
      onMessage: (message) => this.#receive(message),
      onLost: (error, { again }) => {
        if (link === this.#link) this.#lose(error, again)
      },
    })
    await this.#handshake()
  }

  async #handshake(): Promise<void> {
    const { agentId = 'capstan', capabilities, token = '', handshakeTimeoutMs = 30_000 } = this.#options
    const fields = { agent_id: agentId, agent_caps: [...capabilities], auth_token: token }
    const answer = (await this.#ask('handshake/req', fields, {
      timeoutMs: handshakeTimeoutMs,
    })) as unknown as Response<'handshake/req'>
    if (!answer.ok) {
      const code = answer.reason === '' ? 'server_error' : answer.reason
      throw new A2EError(code, `The host refused the handshake: ${code}`, {
        detail: { reason: answer.reason },
      })
    }
    this.#sessionId = answer.session_id ?? ''
    this.#maxParallel = answer.max_parallel
    this.#reason = answer.reason
    this.#capabilities = answer.accepted_caps.map(withDefaults)
    this.#capabilityMap = new Map(
      this.#capabilities.flatMap((entry) => (entry.enabled ? [[entry.capability, entry]] : [])),
    )
  }

  async #ask(
    type: RequestType,
    fields: Record<string, unknown>,
    options: RequestOptions<RequestType>,
  ): Promise<Record<string, unknown>> {
    if (this.#lost !== undefined) throw this.#lost
    options.signal?.throwIfAborted()
    const entry = catalog.get(type)
    if (entry?.reply === undefined)
      throw new A2EError('unknown_type', `${type} is not a request that a client can send`)
    requireCapability(entry, new Set(this.#capabilityMap.keys()), this.#reasonAgainst(entry))
    const streaming = options.onEvent !== undefined && canStream(entry) ? { streaming: true } : {}
    const message = { ...streaming, ...fields, ...envelopeOf(type, this.#clock) }
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

  /** Why the host did not enable a capability, if it says so. */
  #reasonAgainst({ capability }: CatalogEntry): string {
    const answer = this.#capabilities.find((entry) => entry.capability === capability)
    return textOf(answer?.metadata, 'reason') || this.#reason
  }

  #receive(message: unknown): void {
    if (!isRecord(message)) return
    const id = textOf(message, 'id')
    if (id !== '' && !this.#seen.add(id)) return
    if (this.#requests.take(message)) return
    const entry = catalog.get(textOf(message, 'type'))
    this.#options.onPush?.(entry === undefined ? message : fillIn(entry, message))
  }

  /** Requests of a lost session are not repeated: the host may have run them. */
  #lose(error: Error, again: boolean): void {
    this.#requests.failAll(error)
    if (!again) this.#lost ??= error
    else this.#ready = this.#reopen()
  }

  /** Never rejects: the next request throws the error. */
  async #reopen(): Promise<void> {
    try {
      await this.#open()
    } catch (error) {
      this.#lost ??= error instanceof Error ? error : new A2EError('session_lost', String(error))
    }
  }
}

/** The published defaults of an entry. */
function withDefaults({ capability, enabled = true, metadata = {} }: Partial<Capability>): Capability {
  return { capability: capability ?? '', enabled, metadata }
}

function canStream(entry: CatalogEntry): boolean {
  return fieldsOf(entry).some(([name]) => name === 'streaming')
}
