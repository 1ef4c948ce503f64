import { CapstanError } from '../../core/capstan-error.ts'
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

interface Waiting {
  method: string
  resolve: (result: unknown) => void
  reject: (error: unknown) => void
  timer: NodeJS.Timeout | undefined
  signal: AbortSignal | undefined
  abort: (() => void) | undefined
}

/** One side of a JSON-RPC 2.0 connection, independent of its transport. */
export class JsonRpcPeer {
  readonly #options: PeerOptions
  /** Pending requests. Created with the first and dropped with the last, to keep idle sessions small. */
  #waiting: Map<RequestId, Waiting> | undefined
  /** Cancelled requests, whose responses are discarded. Created with the first. */
  #abandoned: Set<RequestId> | undefined
  /** Requests of the agent in progress. Created with the first. */
  #answering: Map<RequestId, AbortController> | undefined
  #nextId = 0
  #closed: unknown

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
    return new Promise((resolve, reject) => {
      const waiting: Waiting = { method, resolve, reject, timer: undefined, signal, abort: undefined }
      if (timeoutMs !== undefined) {
        waiting.timer = setTimeout(
          () => this.#abandon(id, timeoutError(this.#options.agent, method, timeoutMs)),
          timeoutMs,
        )
      }
      if (signal !== undefined) {
        waiting.abort = () => this.#abandon(id, abortedError(method))
        signal.addEventListener('abort', waiting.abort, { once: true })
      }
      this.#waiting ??= new Map()
      this.#waiting.set(id, waiting)
      this.#send({ jsonrpc: '2.0', id, method, params })
    })
  }

  /** Whether a request with a timeout is pending. */
  get hasDeadline(): boolean {
    for (const { timer } of this.#waiting?.values() ?? []) if (timer !== undefined) return true
    return false
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
    for (const waiting of this.#waiting?.values() ?? []) {
      release(waiting)
      waiting.reject(error)
    }
    this.#waiting = undefined
    for (const controller of this.#answering?.values() ?? []) controller.abort(error)
  }

  #settle(id: RequestId | undefined, message: object): Promise<void> | undefined {
    const waiting = id === undefined ? undefined : this.#take(id)
    if (id === undefined || waiting === undefined) {
      if (id !== undefined && this.#abandoned?.delete(id)) return undefined
      return this.#options.handlers.stray(message)
    }
    release(waiting)
    const { error } = message as { error?: unknown }
    if (error === undefined || error === null) waiting.resolve((message as { result?: unknown }).result)
    else {
      const { agent, redact } = this.#options
      const failure = failureFrom(redact === undefined ? error : redactValue(error, redact))
      waiting.reject(new AgentRequestError(failure, { agent, method: waiting.method }))
    }
    return undefined
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

  /** Removes and returns a pending request. */
  #take(id: RequestId): Waiting | undefined {
    const waiting = this.#waiting?.get(id)
    if (waiting !== undefined && this.#waiting?.delete(id) && this.#waiting.size === 0)
      this.#waiting = undefined
    return waiting
  }

  #abandon(id: RequestId, error: CapstanError): void {
    const waiting = this.#take(id)
    if (waiting === undefined) return
    this.#abandoned ??= new Set()
    this.#abandoned.add(id)
    release(waiting)
    this.notify('$/cancel_request', { requestId: id })
    waiting.reject(error)
  }
}

function release({ timer, signal, abort }: Waiting): void {
  clearTimeout(timer)
  if (abort !== undefined) signal?.removeEventListener('abort', abort)
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

function timeoutError(agent: string, method: string, timeoutMs: number): CapstanError {
  return new CapstanError('TIMEOUT', `${agent} did not answer ${method} within ${timeoutMs} ms`, {
    hint: 'Try again, or raise the timeout.',
  })
}

function abortedError(method: string): CapstanError {
  return new CapstanError('ABORTED', `${method} was aborted`)
}
