import type { Socket } from 'node:net'
import { CapstanError } from '../../core/capstan-error.ts'
import { EventQueue } from '../../core/event-queue.ts'
import { ignore } from '../../core/ignore.ts'
import { isRecord } from '../../core/is-record.ts'
import { RequestCorrelator } from '../../core/request-correlator.ts'
import { LineSocket } from './line-socket.ts'
import { connectToNetwork, type NetworkAddress } from './remote/network-address.ts'
import { requireOwnSocket } from './socket-path.ts'
import { readError } from './wire-error.ts'
import type { WireRights } from './wire-message.ts'
import type { WireMethods, WireStreams } from './wire-methods.ts'

export type ConnectOptions = ConnectionSettings & ({ socketPath: string } | NetworkAddress)

interface ConnectionSettings {
  token: string
  /** How long the server may take to answer the hello. Default: 10 seconds. */
  timeoutMs?: number
}

/** The server's answer to the hello. */
export interface ServerWelcome {
  version: string
  pid: number
  rights: WireRights
}

/** A connection to a session server. */
export interface SessionsConnection extends AsyncDisposable {
  readonly server: ServerWelcome
  /** Resolves when the connection closes, with the reason unless this side closed it. */
  readonly closed: Promise<CapstanError | undefined>
  /** Sends a request. @throws WireError with the server's code; CapstanError `WIRE_CLOSED` if the connection closes. */
  request<Name extends keyof WireMethods>(
    method: Name,
    params: WireMethods[Name]['params'],
    signal?: AbortSignal,
  ): Promise<WireMethods[Name]['result']>
  /** Reads a stream in order, with back-pressure, until the signal or `break` ends it. */
  stream<Name extends keyof WireStreams>(
    method: Name,
    params: WireStreams[Name]['params'],
    signal?: AbortSignal,
  ): AsyncIterable<WireStreams[Name]['item']>
  close(): Promise<void>
}

/** Receives an item of a stream. */
type OnItem = (item: unknown) => void

const maxLineBytes = 64 * 1024 * 1024

/**
 * Connects to a session server and sends the hello.
 * @throws CapstanError `HOST_NOT_THERE` if no process listens, `SOCKET_FOLDER_OPEN` if another user could, `WIRE_DENIED`
 * if the token is unknown.
 */
export async function connectSessions(options: ConnectOptions): Promise<SessionsConnection> {
  const socket = await ('url' in options ? connectToNetwork(options) : connectOwn(options.socketPath))
  const connection = new ClientConnection(socket, options)
  await connection.ready()
  return connection
}

class ClientConnection implements SessionsConnection {
  readonly #lines: LineSocket
  readonly #requests = new RequestCorrelator<number, OnItem, unknown>()
  readonly #closed = Promise.withResolvers<CapstanError | undefined>()
  readonly #handshake = Promise.withResolvers<void>()
  readonly #timer: NodeJS.Timeout
  #server: ServerWelcome | undefined
  #reason: CapstanError | undefined
  #isLeaving = false
  #lastId = 0

  constructor(socket: Socket, { token, timeoutMs = 10_000 }: ConnectionSettings) {
    // A caller may close before the handshake ends: no unhandled rejection.
    this.#handshake.promise.catch(() => undefined)
    this.#lines = new LineSocket(socket, {
      maxLineBytes,
      maxWaitingBytes: maxLineBytes,
      onLine: (line, problem) => this.#onLine(line, problem),
      onClosed: () => this.#onClosed(),
    })
    this.#timer = setTimeout(() => {
      this.#reason = new CapstanError('HOST_SILENT', 'The session daemon does not answer', {
        hint: 'Kill its process; the next command starts a new one.',
      })
      this.#lines.destroy()
    }, timeoutMs)
    this.#lines.write({ hello: { token } })
  }

  get server(): ServerWelcome {
    if (this.#server === undefined) throw closedError()
    return this.#server
  }

  get closed(): Promise<CapstanError | undefined> {
    return this.#closed.promise
  }

  ready(): Promise<void> {
    return this.#handshake.promise
  }

  request<Name extends keyof WireMethods>(
    method: Name,
    params: WireMethods[Name]['params'],
    signal?: AbortSignal,
  ): Promise<WireMethods[Name]['result']> {
    // A server of the same version returns the declared type.
    return this.#ask(method, params, { signal }) as Promise<WireMethods[Name]['result']>
  }

  stream<Name extends keyof WireStreams>(
    method: Name,
    params: WireStreams[Name]['params'],
    signal?: AbortSignal,
  ): AsyncIterable<WireStreams[Name]['item']> {
    const left = new AbortController()
    const queue = new EventQueue<WireStreams[Name]['item']>({ onReaderLeft: () => left.abort() })
    const isOver = (): boolean => left.signal.aborted || signal?.aborted === true
    const onItem = (item: unknown): void => {
      if (isOver()) return
      const drained = queue.insert(item as WireStreams[Name]['item'])
      if (drained === undefined) return
      // Pause the socket until the reader catches up.
      const release = this.#lines.hold()
      void drained.then(release)
    }
    const either = signal === undefined ? left.signal : AbortSignal.any([signal, left.signal])
    this.#ask(method, params, { signal: either, onItem }).then(
      () => queue.end(),
      (error: unknown) => (isOver() ? queue.end() : queue.fail(error)),
    )
    return queue
  }

  async close(): Promise<void> {
    this.#isLeaving = true
    if (!this.#lines.isClosed) {
      this.#lines.end()
      this.#onClosed()
    }
    await this.#closed.promise
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close()
  }

  /** An aborted request stays open: the server ends it with a response. */
  #ask(
    method: string,
    params: object,
    { signal, onItem = ignore }: { signal?: AbortSignal | undefined; onItem?: OnItem },
  ): Promise<unknown> {
    if (this.#lines.isClosed) return Promise.reject(this.#reason ?? closedError())
    if (signal?.aborted) return Promise.reject(abortedError())
    const id = ++this.#lastId
    const onInterrupt = (): void => this.#lines.write({ cancel: id })
    const response = this.#requests.add(id, { request: onItem, signal, onInterrupt })
    this.#lines.write({ id, method, params })
    return response
  }

  #onLine(line: unknown, problem: string | undefined): void {
    if (problem !== undefined || !isRecord(line)) return this.#break(problem ?? 'not a response')
    if (isRecord(line['welcome'])) return this.#onWelcome(line['welcome'])
    const { id } = line
    if (id === null) {
      this.#reason = readError(line['error'])
      return
    }
    const request = Number(id)
    const onItem = this.#requests.get(request)
    if (onItem === undefined) return this.#break('a response to an unknown request')
    if ('next' in line) onItem(line['next'])
    else if ('error' in line) this.#requests.reject(request, readError(line['error']))
    else this.#requests.resolve(request, line['result'])
  }

  #onWelcome({ version: serverVersion, pid, rights }: Record<string, unknown>): void {
    clearTimeout(this.#timer)
    this.#server = { version: String(serverVersion), pid: Number(pid), rights: rights as WireRights }
    this.#handshake.resolve()
  }

  #break(problem: string): void {
    this.#reason = new CapstanError('WIRE_BROKEN', `The session daemon sent an invalid line: ${problem}`)
    this.#lines.destroy()
  }

  #onClosed(): void {
    clearTimeout(this.#timer)
    const error = this.#reason ?? closedError()
    this.#handshake.reject(error)
    this.#requests.failAll(error)
    this.#lines.end()
    this.#closed.resolve(this.#isLeaving ? undefined : error)
  }
}

async function connectOwn(socketPath: string): Promise<Socket> {
  requireOwnSocket(socketPath)
  return connectSocket(socketPath)
}

function connectSocket(socketPath: string): Promise<Socket> {
  const net = process.getBuiltinModule('node:net')
  return new Promise((resolve, reject) => {
    const socket = net.connect(socketPath)
    const refuse = (cause: NodeJS.ErrnoException): void => {
      const isAway = cause.code === 'ENOENT' || cause.code === 'ECONNREFUSED'
      reject(
        isAway
          ? new CapstanError('HOST_NOT_THERE', `No session daemon listens at ${socketPath}`, { cause })
          : new CapstanError('WIRE_CLOSED', `Cannot reach the session daemon: ${cause.message}`, {
              cause,
            }),
      )
    }
    socket.once('error', refuse)
    socket.once('connect', () => {
      socket.off('error', refuse)
      resolve(socket)
    })
  })
}

function closedError(): CapstanError {
  return new CapstanError('WIRE_CLOSED', 'The connection to the session daemon is closed', {
    hint: 'Read the daemon log to see why it closed the connection.',
  })
}

function abortedError(): CapstanError {
  return new CapstanError('ABORTED', 'The request was canceled')
}
