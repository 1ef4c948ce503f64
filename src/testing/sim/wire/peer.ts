import type { Readable, Writable } from 'node:stream'
import { JsonLinesDecoder } from '../../../core/json-lines/json-lines.ts'
import { faultOf, invalidRequest, requestCancelled, RpcError, type RpcFault } from './rpc-error.ts'
import { isObject, type JsonObject } from './wire.ts'

type RequestId = string | number | null

/** The answer to a request. */
export interface Answer {
  result: unknown
  /** How often the same response is sent; a correct agent sends it once. */
  copies?: number
  /** Called once the response is written. */
  after?: () => void | Promise<void>
}

export interface PeerHandlers {
  /** Handles a request of the client; a thrown error becomes the response. */
  onRequest(method: string, params: unknown, signal: AbortSignal): Promise<Answer>
  onNotification(method: string, params: unknown): void
}

interface Waiting {
  resolve: (result: unknown) => void
  reject: (error: Error) => void
}

/**
 * The agent's side of JSON-RPC over lines. It shares no code with Capstan's client, so that both cannot have the same
 * bug.
 */
export class Peer {
  readonly #input: Readable
  readonly #output: Writable
  readonly #handlers: PeerHandlers
  readonly #waiting = new Map<number, Waiting>()
  readonly #running = new Map<RequestId, AbortController>()
  #nextId = 1

  constructor(streams: { input: Readable; output: Writable }, handlers: PeerHandlers) {
    this.#input = streams.input
    this.#output = streams.output
    this.#handlers = handlers
  }

  /** Reads until the client closes its output. */
  async listen(): Promise<void> {
    const decoder = new JsonLinesDecoder({
      onValue: (value) => this.#receive(value),
      onBadLine: ({ message }) => this.#fail(null, { code: -32700, message: `Parse error: ${message}` }),
    })
    for await (const chunk of this.#input) decoder.push(chunk as Buffer)
    decoder.end()
  }

  notify(method: string, params: unknown): void {
    this.send({ jsonrpc: '2.0', method, params })
  }

  /** Sends a request to the client. When the signal aborts, the request is cancelled and its response ignored. */
  request(method: string, params: unknown, signal: AbortSignal): Promise<unknown> {
    signal.throwIfAborted()
    const id = this.#nextId++
    return new Promise((resolve, reject) => {
      const abort = (): void => {
        this.#waiting.delete(id)
        this.notify('$/cancel_request', { requestId: id })
        reject(signal.reason as Error)
      }
      const settle = (): void => signal.removeEventListener('abort', abort)
      signal.addEventListener('abort', abort, { once: true })
      this.#waiting.set(id, {
        resolve: (result) => (settle(), resolve(result)),
        reject: (error) => (settle(), reject(error)),
      })
      this.send({ jsonrpc: '2.0', id, method, params })
    })
  }

  send(message: JsonObject): void {
    this.write(`${JSON.stringify(message)}\n`)
  }

  /** Writes anything at all. */
  write(bytes: string | Uint8Array): void {
    if (this.#output.writable) this.#output.write(bytes)
  }

  /** Resolves once the pipe accepts more (back-pressure). */
  async ready(signal?: AbortSignal): Promise<void> {
    if (!this.#output.writableNeedDrain || !this.#output.writable) return
    await new Promise<void>((resolve) => {
      const done = (): void => {
        for (const event of ['drain', 'close', 'error']) this.#output.off(event, done)
        signal?.removeEventListener('abort', done)
        resolve()
      }
      for (const event of ['drain', 'close', 'error']) this.#output.once(event, done)
      signal?.addEventListener('abort', done, { once: true })
    })
  }

  /** Resolves once all output has left this process, or the pipe is closed. */
  async flush(): Promise<void> {
    if (this.#output.writable) await new Promise<void>((resolve) => this.#output.write('', () => resolve()))
  }

  #receive(message: unknown): void {
    if (!isObject(message)) return this.#fail(null, invalidRequest('A message must be an object').fault)
    const { id, method, params } = message
    if (typeof method !== 'string') return this.#settle(message)
    if (id === undefined) return this.#notified(method, params)
    if (typeof id !== 'string' && typeof id !== 'number' && id !== null) {
      return this.#fail(null, invalidRequest('The id of a request must be text or a number').fault)
    }
    void this.#answer(id, method, params)
  }

  #notified(method: string, params: unknown): void {
    if (method !== '$/cancel_request') return this.#handlers.onNotification(method, params)
    if (isObject(params)) this.#running.get(params['requestId'] as RequestId)?.abort(requestCancelled())
  }

  async #answer(id: RequestId, method: string, params: unknown): Promise<void> {
    const controller = new AbortController()
    this.#running.set(id, controller)
    try {
      const { result, copies = 1, after } = await this.#handlers.onRequest(method, params, controller.signal)
      for (let copy = 0; copy < copies; copy++) this.send({ jsonrpc: '2.0', id, result })
      await after?.()
    } catch (error) {
      this.#fail(id, faultOf(error))
    } finally {
      this.#running.delete(id)
    }
  }

  #fail(id: RequestId, error: RpcFault): void {
    this.send({ jsonrpc: '2.0', id, error })
  }

  #settle({ id, result, error }: JsonObject): void {
    const waiting = this.#waiting.get(id as number)
    if (waiting === undefined) return
    this.#waiting.delete(id as number)
    if (!isObject(error)) return waiting.resolve(result)
    waiting.reject(new RpcError(Number(error['code']), String(error['message']), error['data']))
  }
}
