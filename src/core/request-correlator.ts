/** Calls `onLate` after this many milliseconds, unless the returned function is called first. */
export type StartTimer = (milliseconds: number, onLate: () => void) => () => void

export interface RequestOptions<Request> {
  /** The caller's own data about the request. */
  readonly request: Request
  readonly signal?: AbortSignal | undefined
  /** The timeout in milliseconds; none if not set. */
  readonly timeoutMs?: number | undefined
  /** Called when the signal aborts or the timeout passes. The request stays open until the caller settles it. */
  readonly onInterrupt?: (cause: 'aborted' | 'timeout') => void
}

interface Open<Request, Response> {
  readonly request: Request
  readonly resolve: (response: Response) => void
  readonly reject: (error: unknown) => void
  stopTimer: (() => void) | undefined
  signal: AbortSignal | undefined
  abort: (() => void) | undefined
}

/** Matches responses to requests by id. It sends nothing and is independent of the protocol. */
export class RequestCorrelator<Id, Request, Response> {
  readonly #startTimer: StartTimer
  readonly #open = new Map<Id, Open<Request, Response>>()
  /** The abandoned requests without a response yet. Created with the first. */
  #abandoned: Set<Id> | undefined
  #closed: Error | undefined

  constructor(startTimer: StartTimer = startOwnTimer) {
    this.#startTimer = startTimer
  }

  get size(): number {
    return this.#open.size
  }

  /** Whether no response is expected, not even a late one. */
  get isIdle(): boolean {
    return this.#open.size === 0 && (this.#abandoned?.size ?? 0) === 0
  }

  /** The error that the correlator was closed with. */
  get closed(): Error | undefined {
    return this.#closed
  }

  /** Whether a request with a timeout is open. */
  get hasTimeout(): boolean {
    for (const { stopTimer } of this.#open.values()) if (stopTimer !== undefined) return true
    return false
  }

  /**
   * Waits for the response to a request. Rejects at once when the correlator is closed or the signal is aborted.
   * @throws Error when a request with this id is open: to replace it would lose its response.
   */
  add(id: Id, { request, signal, timeoutMs, onInterrupt }: RequestOptions<Request>): Promise<Response> {
    if (this.#open.has(id)) throw new Error(`A request with the id ${String(id)} is open`)
    if (this.#closed !== undefined) return Promise.reject(this.#closed)
    if (signal?.aborted) return Promise.reject(signal.reason as Error)
    return new Promise((resolve, reject) => {
      const open: Open<Request, Response> = {
        request,
        resolve,
        reject,
        stopTimer: undefined,
        signal,
        abort: undefined,
      }
      if (timeoutMs !== undefined)
        open.stopTimer = this.#startTimer(timeoutMs, () => onInterrupt?.('timeout'))
      if (signal !== undefined) {
        open.abort = () => onInterrupt?.('aborted')
        signal.addEventListener('abort', open.abort, { once: true })
      }
      this.#open.set(id, open)
    })
  }

  /** The data of an open request. */
  get(id: Id): Request | undefined {
    return this.#open.get(id)?.request
  }

  /** The id of the oldest open request that matches. */
  find(matches: (request: Request) => boolean): Id | undefined {
    for (const [id, { request }] of this.#open) if (matches(request)) return id
    return undefined
  }

  /** Settles a request with its response. False when no such request is open: an unknown id or a repeated response. */
  resolve(id: Id, response: Response): boolean {
    const open = this.#remove(id)
    open?.resolve(response)
    return open !== undefined
  }

  /** Fails a request. False when no such request is open. */
  reject(id: Id, error: unknown): boolean {
    const open = this.#remove(id)
    open?.reject(error)
    return open !== undefined
  }

  /** Fails a request whose response may still arrive. False when no such request is open. */
  abandon(id: Id, error: unknown): boolean {
    if (!this.reject(id, error)) return false
    this.#abandoned ??= new Set()
    this.#abandoned.add(id)
    return true
  }

  /** Whether this is the response to an abandoned request. True once for each abandoned request. */
  isLate(id: Id): boolean {
    return this.#abandoned?.delete(id) ?? false
  }

  /** Fails all open requests; new requests are accepted. */
  failAll(error: Error): void {
    const all = [...this.#open.values()]
    this.#open.clear()
    for (const open of all) {
      release(open)
      open.reject(error)
    }
  }

  /** Fails all open and later requests. Only the first error counts. */
  close(error: Error): void {
    this.#closed ??= error
    this.failAll(error)
  }

  #remove(id: Id): Open<Request, Response> | undefined {
    const open = this.#open.get(id)
    if (open === undefined) return undefined
    this.#open.delete(id)
    release(open)
    return open
  }
}

function release({ stopTimer, signal, abort }: Open<unknown, never>): void {
  stopTimer?.()
  if (abort !== undefined) signal?.removeEventListener('abort', abort)
}

function startOwnTimer(milliseconds: number, onLate: () => void): () => void {
  const timer = setTimeout(onLate, milliseconds)
  return () => clearTimeout(timer)
}
