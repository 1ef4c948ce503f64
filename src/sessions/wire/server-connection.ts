import type { Socket } from 'node:net'
import { CapstanError } from '../../core/capstan-error.ts'
import { isRecord } from '../../core/is-record.ts'
import { checkJsonSchema } from '../../core/json-schema/check-json-schema.ts'
import { ValidationError } from '../../core/validation-error.ts'
import { version } from '../../core/version.ts'
import { didYouMean } from '../../core/text/nearest-name.ts'
import { LineSocket } from './line-socket.ts'
import { type MethodContext, sessionMethods } from './methods.ts'
import { type NodeRouter, routedSession } from './node-router.ts'
import { paramsSchemas } from './params-schema.ts'
import { perform } from './perform.ts'
import { streams, sessionStreams } from './streams.ts'
import type { Grant, Tokens } from './tokens.ts'
import { errorData } from './wire-error.ts'
import type { WireAnswer } from './wire-message.ts'

export interface ConnectionOptions extends Omit<MethodContext, 'grant' | 'signal' | 'tokens' | 'remote'> {
  tokens: Tokens
  limits: WireLimits
  /** Present if other nodes share the sessions. */
  router?: NodeRouter
  /** Receives protocol errors of clients, for a log. */
  onWarning: (message: string) => void
  onClosed: () => void
}

/** Limits per client. */
export interface WireLimits {
  /** The longest line, in bytes. */
  maxLineBytes: number
  /** The most open requests; further ones are not read until one is answered. */
  maxRequests: number
  /** The most unsent bytes before reading and streams pause. */
  maxWaitingBytes: number
  /** How long a client may take to send its hello. */
  handshakeMs: number
  /** How long a client may read nothing before it is disconnected. */
  stallMs: number
}

export const defaultLimits: WireLimits = {
  maxLineBytes: 16 * 1024 * 1024,
  maxRequests: 64,
  maxWaitingBytes: 1024 * 1024,
  handshakeMs: 10_000,
  stallMs: 30_000,
}

/** Enough for a hello, and little for a client that is not known yet. */
const maxFirstLineBytes = 16 * 1024

/** The server side of one client connection. */
export class ServerConnection {
  readonly #options: ConnectionOptions
  readonly #lines: LineSocket
  readonly #requests = new Map<number, AbortController>()
  #grant: Grant | undefined
  /** Lines that came together with the hello, while its token is looked up. */
  #early: unknown[] | undefined
  #hasRequestedStop = false
  #handshakeTimer: NodeJS.Timeout | undefined
  #stall: NodeJS.Timeout | undefined
  #release: (() => void) | undefined

  constructor(socket: Socket, options: ConnectionOptions) {
    this.#options = options
    const { maxLineBytes, maxWaitingBytes, handshakeMs } = options.limits
    this.#lines = new LineSocket(socket, {
      maxLineBytes,
      maxFirstLineBytes,
      maxWaitingBytes,
      onLine: (value, problem) => this.#onLine(value, problem),
      onClosed: () => this.#onClosed(),
    })
    this.#handshakeTimer = setTimeout(() => {
      this.#refuse(new CapstanError('WIRE_SILENT', 'The client sent no hello'))
    }, handshakeMs)
  }

  get grant(): Grant | undefined {
    return this.#grant
  }

  /** Whether this client requested the stop. */
  get hasRequestedStop(): boolean {
    return this.#hasRequestedStop
  }

  /** Sends an error and closes the connection. */
  end(error: CapstanError): void {
    this.#lines.write({ id: null, error: errorData(error) })
    this.#onClosed()
  }

  #onLine(line: unknown, problem: string | undefined): void {
    if (problem !== undefined) return this.#refuse(new CapstanError('WIRE_BROKEN', problem))
    if (this.#grant === undefined) return this.#beforeGrant(line)
    if (isRecord(line) && Number.isInteger(line['cancel'])) {
      this.#requests.get(Number(line['cancel']))?.abort()
      return
    }
    if (!isRecord(line) || !Number.isSafeInteger(line['id']) || typeof line['method'] !== 'string') {
      return this.#refuse(new CapstanError('WIRE_BROKEN', 'A line is neither a request nor a cancel'))
    }
    void this.#answer(Number(line['id']), line['method'], line['params'] ?? {})
  }

  /** Lines that follow the hello wait until its token is known. */
  #beforeGrant(line: unknown): void {
    if (this.#early !== undefined) return void this.#early.push(line)
    const hello = isRecord(line) && isRecord(line['hello']) ? line['hello'] : {}
    const { token } = hello
    const found = typeof token === 'string' ? this.#options.tokens.find(token) : undefined
    if (!(found instanceof Promise)) return this.#welcome(found)
    this.#early = []
    this.#release = this.#lines.hold()
    found.then(
      (grant) => this.#welcome(grant),
      (error: unknown) => this.end(CapstanError.isInstance(error) ? error : unreadableTokens(error)),
    )
  }

  #welcome(grant: Grant | undefined): void {
    if (this.#lines.isClosed) return
    if (grant === undefined) {
      return this.#refuse(
        new CapstanError('WIRE_DENIED', 'Unknown token', {
          hint: 'Get a new token; the daemon may have restarted.',
        }),
      )
    }
    clearTimeout(this.#handshakeTimer)
    this.#grant = grant
    this.#lines.write({ welcome: { version, pid: process.pid, rights: grant.rights } })
    const early = this.#early ?? []
    this.#early = undefined
    for (const line of early) this.#onLine(line, undefined)
    this.#slowDown()
  }

  /** Disconnects a client after a protocol error: its next lines cannot be trusted. */
  #refuse(error: CapstanError): void {
    this.#options.onWarning(`Disconnected a client: ${error.message}`)
    this.end(error)
  }

  async #answer(id: number, method: string, params: unknown): Promise<void> {
    if (this.#requests.has(id)) {
      return this.#refuse(new CapstanError('WIRE_BROKEN', `The request id ${id} is already in use`))
    }
    const stop = new AbortController()
    this.#requests.set(id, stop)
    this.#slowDown()
    try {
      const result = await this.#perform({ id, method, params, signal: stop.signal })
      this.#send({ id, result: result ?? null })
    } catch (error) {
      this.#send({ id, error: errorData(error) })
    } finally {
      this.#requests.delete(id)
      this.#slowDown()
    }
  }

  async #perform(request: {
    id: number
    method: string
    params: unknown
    signal: AbortSignal
  }): Promise<unknown> {
    const { id, method, params, signal } = request
    const { grant } = this
    const { sessions, opener, owner, router, tokens, hosted } = this.#options
    if (grant === undefined) throw new CapstanError('WIRE_DENIED', 'The client sent no hello')
    const name = this.#allowed(method)
    const { issues } = checkJsonSchema(paramsSchemas[name], params)
    if (issues.length > 0) {
      const [first] = issues
      const place = first?.path.join('.') ?? ''
      throw new ValidationError(`${method}: ${place === '' ? 'params' : place} ${first?.message}`, issues)
    }
    const remote = router?.actions
    const context: MethodContext = { sessions, opener, owner, grant, signal, remote, tokens, hosted }
    if (isStream(name)) {
      const send = (next: unknown): void => this.#send({ id, next })
      const streaming = { params: params as object, send, lines: this.#lines }
      const other = name === 'session.ask' ? this.#otherOwner(name, params) : undefined
      return other === undefined
        ? streams[name](context, streaming)
        : router?.ask(other, { ...streaming, signal })
    }
    if (name === 'host.stop') this.#hasRequestedStop = true
    const node = this.#otherNode(name, params)
    return node === undefined ? perform(context, name, params) : node.call()
  }

  /** The node that has to answer instead of this one. */
  #otherNode(name: string, params: unknown): { call: () => Promise<unknown> } | undefined {
    const { router } = this.#options
    if (router === undefined || this.#grant === undefined) return undefined
    if (this.#grant.rights === 'session') return this.#nodeOfSession(this.#grant.session, { name, params })
    const node = this.#otherOwner(name, params)
    return node === undefined ? undefined : { call: () => router.call(node, name, params) }
  }

  /** The other node whose session a request of the owner is for. */
  #otherOwner(name: string, params: unknown): string | undefined {
    const { router, sessions } = this.#options
    const session = router && routedSession(name, { params, sessions })
    return session === undefined ? undefined : router?.otherOwner(session)
  }

  /** The node of a session whose token is used here. People can act on every node. */
  #nodeOfSession(
    session: string,
    { name, params }: { name: string; params: unknown },
  ): { call: () => Promise<unknown> } | undefined {
    const { router } = this.#options
    const node = router?.otherOwner(session)
    if (router === undefined || node === undefined) return undefined
    if (name.startsWith('host.')) return undefined
    if (isRecord(params) && params['as'] !== undefined)
      throw new CapstanError('FORBIDDEN', 'A session can act only as itself')
    return { call: () => router.call(node, name, { ...(params as object), as: session }) }
  }

  /** Looks up a method. @throws CapstanError if it is unknown or not allowed for this client. */
  #allowed(method: string): keyof typeof paramsSchemas {
    if (!Object.hasOwn(paramsSchemas, method)) {
      const known = Object.keys(paramsSchemas)
      throw new CapstanError('UNKNOWN_METHOD', `Unknown method ${JSON.stringify(method.slice(0, 100))}`, {
        hint: didYouMean(method.slice(0, 100), known, `Known methods: ${known.join(', ')}.`),
      })
    }
    if (this.#grant?.rights !== 'owner' && !sessionMethods.has(method) && !sessionStreams.has(method)) {
      throw new CapstanError('FORBIDDEN', `Only the owner may call ${method}`)
    }
    return method as keyof typeof paramsSchemas
  }

  #send(line: WireAnswer): void {
    this.#lines.write(line)
    this.#slowDown()
  }

  /** Pauses reading from a client with too many requests or unsent bytes, and disconnects a stalled one. */
  #slowDown(): void {
    const { maxRequests, stallMs } = this.#options.limits
    const isBusy = this.#requests.size >= maxRequests
    if (isBusy) this.#release ??= this.#lines.hold()
    else {
      this.#release?.()
      this.#release = undefined
    }
    if (!this.#lines.isFull || this.#stall !== undefined || this.#lines.isClosed) return
    const release = this.#lines.hold()
    let left = this.#lines.waitingBytes
    const timer = setInterval(() => {
      if (this.#lines.waitingBytes >= left) {
        this.#options.onWarning('Disconnected a client: it does not read')
        this.#lines.destroy()
      }
      left = this.#lines.waitingBytes
    }, stallMs)
    this.#stall = timer
    void this.#afterDrain(timer, release)
  }

  async #afterDrain(timer: NodeJS.Timeout, release: () => void): Promise<void> {
    await this.#lines.drained()
    clearInterval(timer)
    release()
    this.#stall = undefined
  }

  #onClosed(): void {
    clearTimeout(this.#handshakeTimer)
    clearInterval(this.#stall)
    for (const stop of this.#requests.values()) stop.abort()
    // The client closed its side: its open requests are canceled.
    this.#lines.end()
    this.#options.onClosed()
  }
}

function unreadableTokens(cause: unknown): CapstanError {
  return new CapstanError('STORE_UNAVAILABLE', 'The tokens cannot be read', {
    hint: 'Try again when the database answers.',
    cause,
  })
}

function isStream(name: string): name is keyof typeof streams {
  return Object.hasOwn(streams, name)
}
