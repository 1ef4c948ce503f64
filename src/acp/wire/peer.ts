import { CapstanError } from '../../core/capstan-error.ts'
import { type Redact, redactValue } from '../../process/redact-value.ts'
import { AgentRequestError, type RpcFailure } from './agent-request-error.ts'
import { internalError, requestCancelled, RpcFault } from './rpc-fault.ts'

type RequestId = string | number | null

/** What the other side may ask and tell. */
export interface PeerHandlers {
  /** Answers a request; an `RpcFault` becomes its error. The signal aborts when the answer is no longer wanted. */
  request(method: string, params: unknown, signal: AbortSignal): Promise<unknown>
  /** Takes a notification. A promise means: hand over nothing more until it resolves. */
  notification(method: string, params: unknown): Promise<void> | undefined
  /** Gets what belongs to nothing: an answer nobody waits for, or no message at all. */
  stray(message: unknown): Promise<void> | undefined
}

export interface PeerOptions {
  /** Who is on the other side, for errors. */
  agent: string
  /** Writes one line. */
  send(line: string): void
  handlers: PeerHandlers
  /** Takes secrets out of the errors that the other side answers with. */
  redact?: Redact | undefined
}

export interface RequestOptions {
  /** How long to wait for the answer, in milliseconds; without end if not given. */
  timeoutMs?: number
  /** Stops the waiting; the other side is told. */
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

/** One side of a JSON-RPC 2.0 conversation. It knows messages, not pipes. */
export class JsonRpcPeer {
  readonly #options: PeerOptions
  /** Made when there is one, and let go of with the last. */
  #waiting: Map<RequestId, Waiting> | undefined
  /** Requests nobody waits for any more; their answers are expected and let go. Made when there is one. */
  #abandoned: Set<RequestId> | undefined
  /** Made when there is one: most agents ask nothing while they are idle. */
  #answering: Map<RequestId, AbortController> | undefined
  #nextId = 0
  #closed: unknown

  constructor(options: PeerOptions) {
    this.#options = options
  }

  /**
   * Asks the other side.
   * @throws AgentRequestError when it answers with an error, CapstanError `TIMEOUT`, `ABORTED`, or what the
   * conversation was closed with.
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

  /** Whether the other side owes an answer within a time. */
  get isPressed(): boolean {
    for (const { timer } of this.#waiting?.values() ?? []) if (timer !== undefined) return true
    return false
  }

  /** Tells the other side something. */
  notify(method: string, params: unknown): void {
    if (this.#closed === undefined) this.#send({ jsonrpc: '2.0', method, params })
  }

  /** Takes one message. A promise means: hand over nothing more until it resolves. */
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

  /** Ends the conversation: what waits fails with this error, what is being answered is aborted. */
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

  /** The request of an id, which waits no more. */
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

/** What the other side is told of a handler that failed: its words, never a stack. */
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
