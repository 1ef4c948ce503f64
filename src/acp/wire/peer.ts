import { CapstanError } from '../../core/capstan-error.ts'
import { RequestCorrelator } from '../../core/request-correlator.ts'
import { type Redact, redactValue } from '../../process/redact-value.ts'
import { AgentRequestError, type RpcFailure } from './agent-request-error.ts'
import { internalError, requestCancelled, RpcFault } from './rpc-fault.ts'

type RequestId = string | number | null

/** Handles the messages of the agent. */
export interface PeerHandlers {
  /** Answers a request; an `RpcFault` becomes an error response. The signal aborts when the answer is no longer needed. */
  request(method: string, params: unknown, signal: AbortSignal): Promise<unknown>
  /** Receives a notification. If it returns a promise, no further message is delivered until it resolves. */
  notification(method: string, params: unknown): Promise<void> | undefined
  /** Receives messages without a recipient: an unexpected response, or no valid message. */
  stray(message: unknown): Promise<void> | undefined
}

export interface PeerOptions {
  /** The agent's name in errors. */
  agent: string
  /** Writes one line. */
  send(line: string): void
  handlers: PeerHandlers
  /** Removes secrets from error responses. */
  redact?: Redact | undefined
}

export interface RequestOptions {
  /** The timeout in milliseconds; none if not set. */
  timeoutMs?: number
  /** Cancels the request and notifies the agent. */
  signal?: AbortSignal
}

/** One side of a JSON-RPC 2.0 connection, independent of its transport. */
export class JsonRpcPeer {
  readonly #options: PeerOptions
  /** Pending requests with their methods. Created with the first and dropped with the last, to keep idle sessions small. */
  #requests: RequestCorrelator<RequestId, string, unknown> | undefined
  /** Requests of the agent in progress. Created with the first. */
  #answering: Map<RequestId, AbortController> | undefined
  #nextId = 0
  #closed: CapstanError | undefined

  constructor(options: PeerOptions) {
    this.#options = options
  }

  /**
   * Sends a request and waits for its response.
   * @throws AgentRequestError for an error response, CapstanError `TIMEOUT` or `ABORTED`, or the error that the
   * connection was closed with.
   */
  request(method: string, params: unknown, options: RequestOptions = {}): Promise<unknown> {
    const { timeoutMs, signal } = options
    if (this.#closed !== undefined) return Promise.reject(this.#closed)
    if (signal?.aborted) return Promise.reject(abortedError(method))
    const id = this.#nextId++
    this.#requests ??= new RequestCorrelator()
    const response = this.#requests.add(id, {
      request: method,
      signal,
      timeoutMs,
      onInterrupt: (cause) =>
        this.#abandon(id, cause === 'aborted' ? abortedError(method) : this.#timeoutError(method, timeoutMs)),
    })
    try {
      this.#send({ jsonrpc: '2.0', id, method, params })
    } catch (error) {
      this.#requests.reject(id, error)
      this.#release()
    }
    return response
  }

  /** Whether a request with a timeout is pending. */
  get hasDeadline(): boolean {
    return this.#requests?.hasTimeout ?? false
  }

  /** Sends a notification. */
  notify(method: string, params: unknown): void {
    if (this.#closed === undefined) this.#send({ jsonrpc: '2.0', method, params })
  }

  /** Receives one message. If it returns a promise, deliver no further message until it resolves. */
  receive(message: unknown): Promise<void> | undefined {
    if (typeof message !== 'object' || message === null) return this.#options.handlers.stray(message)
    const { method, id, params } = message as { method?: unknown; id?: RequestId; params?: unknown }
    if (typeof method === 'string') {
      if (id !== undefined) {
        void this.#answer(id, method, params)
        return undefined
      }
      if (method !== '$/cancel_request') return this.#options.handlers.notification(method, params)
      this.#answering?.get((params as { requestId?: RequestId } | undefined)?.requestId ?? null)?.abort()
      return undefined
    }
    return this.#settle(id, message)
  }

  /** Closes the connection: fails pending requests with this error, and aborts requests of the agent. */
  close(error: CapstanError): void {
    if (this.#closed !== undefined) return
    this.#closed = error
    this.#requests?.failAll(error)
    this.#requests = undefined
    for (const controller of this.#answering?.values() ?? []) controller.abort(error)
  }

  #settle(id: RequestId | undefined, message: object): Promise<void> | undefined {
    const requests = this.#requests
    const method = id === undefined ? undefined : requests?.get(id)
    if (requests === undefined || id === undefined || method === undefined) {
      const isLate = id !== undefined && requests?.isLate(id) === true
      this.#release()
      return isLate ? undefined : this.#options.handlers.stray(message)
    }
    const { error } = message as { error?: unknown }
    if (error === undefined || error === null) requests.resolve(id, (message as { result?: unknown }).result)
    else {
      const { agent, redact } = this.#options
      const failure = failureFrom(redact === undefined ? error : redactValue(error, redact))
      requests.reject(id, new AgentRequestError(failure, { agent, method }))
    }
    this.#release()
    return undefined
  }

  #release(): void {
    if (this.#requests?.isIdle) this.#requests = undefined
  }

  async #answer(id: RequestId, method: string, params: unknown): Promise<void> {
    const controller = new AbortController()
    this.#answering ??= new Map()
    this.#answering.set(id, controller)
    try {
      const result = await this.#options.handlers.request(method, params, controller.signal)
      this.#reply({ jsonrpc: '2.0', id, result: result ?? null })
    } catch (error) {
      this.#reply({ jsonrpc: '2.0', id, error: failureOf(error, controller.signal) })
    } finally {
      this.#answering.delete(id)
    }
  }

  #reply(answer: object): void {
    if (this.#closed === undefined) this.#send(answer)
  }

  #send(message: object): void {
    this.#options.send(`${JSON.stringify(message)}\n`)
  }

  #abandon(id: RequestId, error: CapstanError): void {
    if (this.#requests?.abandon(id, error)) this.notify('$/cancel_request', { requestId: id })
  }

  #timeoutError(method: string, timeoutMs = 0): CapstanError {
    const { agent } = this.#options
    return new CapstanError('TIMEOUT', `${agent} did not answer ${method} within ${timeoutMs} ms`, {
      hint: 'Try again, or raise the timeout.',
    })
  }
}

function failureFrom(error: unknown): RpcFailure {
  const { code, message, data } = (error ?? {}) as Partial<RpcFailure>
  return {
    code: typeof code === 'number' ? code : internalError,
    message: typeof message === 'string' && message !== '' ? message : 'no reason given',
    ...(data === undefined ? {} : { data }),
  }
}

/** The error response for a failed handler: its message, never a stack. */
function failureOf(error: unknown, signal: AbortSignal): RpcFailure {
  if (error instanceof RpcFault) {
    const { code, message, data } = error
    return { code, message, ...(data === undefined ? {} : { data }) }
  }
  if (signal.aborted) return { code: requestCancelled, message: 'The request was cancelled' }
  return { code: internalError, message: error instanceof Error ? error.message : 'The request failed' }
}

function abortedError(method: string): CapstanError {
  return new CapstanError('ABORTED', `${method} was aborted`)
}
