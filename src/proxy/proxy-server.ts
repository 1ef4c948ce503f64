import { createServer, type IncomingMessage, type Server as HttpServer, type ServerResponse } from 'node:http'
import type { Server, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { TLSSocket } from 'node:tls'
import { ignore } from '../core/ignore.ts'
import { isSameToken } from '../core/token.ts'
import type { Authority } from './certificates/authority.ts'
import { handleRequest, refusalOf } from './handle-request.ts'
import type { HostRules } from './hosts/host-rules.ts'
import { targetOf } from './hosts/target.ts'
import type { ProxyContext, Route } from './proxy-context.ts'
import { sendText } from './refusal.ts'
import { blockTunnel, established, openTunnel, refuseTunnel } from './tunnel.ts'

export interface ProxyServerOptions {
  readonly context: ProxyContext
  readonly authority: () => Authority
  readonly intercepted: HostRules
  /** What clients must send; without it, only the agent can connect. */
  readonly password: string | undefined
}

const maxConnections = 1024
const maxHeaderSize = 64 * 1024
/** How long a connection may take to its first request. */
const firstRequestMs = 60_000
/** Longer than clients keep idle connections, so that no request meets a closing connection. */
const keepAliveMs = 120_000
const tlsHandshake = 0x16

/** Accepts connections of clients and finds out where their requests go. */
export class ProxyServer {
  readonly #options: ProxyServerOptions
  readonly #http: HttpServer
  readonly #routes = new WeakMap<Duplex, Route>()
  readonly #sockets = new Set<Socket>()
  /** Clients that have not made a request with the password, the oldest first. */
  readonly #strangers = new Set<Duplex>()
  /** Clients with a tunnel, also one that is being opened. */
  readonly #tunnels = new Map<Socket, Route>()

  constructor(options: ProxyServerOptions) {
    this.#options = options
    this.#http = createServer({ maxHeaderSize, keepAliveTimeout: keepAliveMs, requireHostHeader: false })
    this.#http.on('request', (incoming, response) => this.#onRequest(incoming, response))
    this.#http.on('connect', (incoming, socket, head) => this.#onConnect(incoming, socket as Socket, head))
    this.#http.on('clientError', (error, socket) => onClientError(error, socket))
  }

  /** Takes the connections of a listening socket: as an HTTP proxy, or for one route. */
  accept(listener: Server, route: Route | undefined): void {
    listener.on('error', ignore)
    listener.on('connection', (socket: Socket) => {
      if (this.#sockets.size >= maxConnections && !this.#endOldest()) {
        socket.destroy()
        return
      }
      this.#sockets.add(socket)
      if (route === undefined) this.#strangers.add(socket)
      socket.on('close', () => {
        this.#sockets.delete(socket)
        this.#strangers.delete(socket)
      })
      socket.on('error', ignore)
      socket.setNoDelay(true)
      if (route?.target.isSecure === true) this.#sniff(socket, route)
      else this.#serveHttp(socket, route)
    })
  }

  /** Cuts the tunnels and requests to hosts that are no longer allowed. */
  cutRefused(): void {
    const { context } = this.#options
    for (const [socket, route] of this.#tunnels) {
      if (refusalOf(route, context) !== undefined) socket.destroy()
    }
    for (const exchange of context.running) {
      if (refusalOf(exchange.route, context) !== undefined) exchange.cut()
    }
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy()
  }

  /** Any program of the machine can connect: it must not keep the agent out. */
  #endOldest(): boolean {
    const [oldest] = this.#strangers
    if (oldest === undefined) return false
    this.#strangers.delete(oldest)
    oldest.destroy()
    return true
  }

  #serveHttp(socket: Socket, route: Route | undefined): void {
    if (route !== undefined) this.#routes.set(socket, route)
    socket.setTimeout(firstRequestMs)
    this.#http.emit('connection', socket)
  }

  #onRequest(incoming: IncomingMessage, response: ServerResponse): void {
    incoming.socket.setTimeout(0)
    response.on('error', ignore)
    const { context } = this.#options
    const { url = '/', socket } = incoming
    const route = this.#routes.get(socket)
    if (route !== undefined) {
      // Some clients send the whole address also inside a tunnel.
      const path = url.startsWith('/') || url === '*' ? url : (pathOf(url) ?? '/')
      return handleRequest({ incoming, response, route, path }, context)
    }
    if (!this.#isKnown(incoming)) {
      response.setHeader('Proxy-Authenticate', 'Basic')
      response.setHeader('Connection', 'close')
      return sendText(response, 407, 'This proxy needs a password.\n')
    }
    this.#strangers.delete(socket)
    const asked = URL.parse(url)
    const isSecure = asked?.protocol === 'https:'
    const isWeb = asked !== null && (isSecure || asked.protocol === 'http:')
    const target = isWeb ? targetOf(asked.host, isSecure) : undefined
    if (asked === null || target === undefined) {
      return sendText(response, 400, 'This is an HTTP proxy: send requests with a whole address.\n')
    }
    const path = asked.pathname + asked.search
    return handleRequest({ incoming, response, route: { target, isTrusted: false }, path }, context)
  }

  #onConnect(incoming: IncomingMessage, socket: Socket, head: Buffer): void {
    socket.on('error', ignore)
    socket.setTimeout(0)
    if (!this.#routes.has(socket) && !this.#isKnown(incoming)) {
      return refuseTunnel(socket, {
        status: '407 Proxy Authentication Required\r\nProxy-Authenticate: Basic',
        text: 'This proxy needs a password.\n',
      })
    }
    this.#strangers.delete(socket)
    const { context, intercepted } = this.#options
    // A tunnel in a tunnel, or through a provider's address, would pass the list of hosts.
    const isNested = this.#routes.has(socket)
    const target = isNested ? undefined : targetOf(incoming.url ?? '', true)
    if (target === undefined) {
      return refuseTunnel(socket, { status: '400 Bad Request', text: 'CONNECT needs a host and a port.\n' })
    }
    const route: Route = { target, isTrusted: false }
    const reason = refusalOf(route, context)
    if (reason !== undefined) {
      context.onBlocked({ host: target.host, port: target.port, reason })
      return blockTunnel(socket, target, reason)
    }
    if (intercepted.includes(target) || context.keys.hasKeyFor(target)) {
      socket.write(established)
      if (head.length > 0) socket.unshift(head)
      return this.#sniff(socket, route)
    }
    this.#tunnels.set(socket, route)
    socket.on('close', () => this.#tunnels.delete(socket))
    return openTunnel(socket, { route, head, context })
  }

  #isKnown({ headers }: IncomingMessage): boolean {
    const { password } = this.#options
    if (password === undefined) return true
    const [, login = ''] = /^Basic (.+)$/i.exec(headers['proxy-authorization'] ?? '') ?? []
    return isSameToken(Buffer.from(login, 'base64').toString('utf8'), `capstan:${password}`)
  }

  /** Terminates TLS if the client begins it; some clients also send plain HTTP through a tunnel. */
  #sniff(socket: Socket, route: Route): void {
    socket.setTimeout(firstRequestMs, () => socket.destroy())
    socket.once('data', (first: Buffer) => {
      socket.pause()
      socket.unshift(first)
      socket.removeAllListeners('timeout')
      if (first[0] === tlsHandshake) return this.#terminate(socket, route)
      this.#serveHttp(socket, { ...route, target: { ...route.target, isSecure: false } })
      return socket.resume()
    })
  }

  #terminate(socket: Socket, route: Route): void {
    const { host, port } = route.target
    const secureContext = this.#options.authority().contextFor(host)
    const secured = new TLSSocket(socket, { isServer: true, secureContext, ALPNProtocols: ['http/1.1'] })
    secured.setTimeout(firstRequestMs, () => secured.destroy())
    let isSecured = false
    secured.on('error', (error: NodeJS.ErrnoException) => {
      const isUntrusted =
        !isSecured && /alert (?:unknown ca|bad certificate|certificate unknown)/i.test(error.message)
      if (isUntrusted) this.#options.context.onBlocked({ host, port, reason: 'certificate' })
      socket.destroy()
    })
    secured.on('close', () => socket.destroy())
    secured.once('secure', () => {
      isSecured = true
      secured.removeAllListeners('timeout')
      this.#serveHttp(secured, route)
    })
  }
}

function pathOf(url: string): string | undefined {
  const asked = URL.parse(url)
  return asked === null ? undefined : asked.pathname + asked.search
}

/** The message of a parser may repeat parts of the request, so it is not sent. */
function onClientError(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy()
    return
  }
  const status =
    error.code === 'HPE_HEADER_OVERFLOW' ? '431 Request Header Fields Too Large' : '400 Bad Request'
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`, () => socket.destroy())
}
