import type { Server, Socket } from 'node:net'
import { CapstanError } from '../../../core/capstan-error.ts'
import { limitConnections } from '../../../core/connection-limit.ts'
import { listenOn } from '../../../core/listen-on.ts'

/** Where a session server listens for other machines. */
export interface NetworkListenOptions {
  /** A name or an address of this machine. */
  hostname: string
  /** 0 for any free port. */
  port: number
  /** The certificate and its key, in PEM. Required unless the address is on loopback. */
  tls?: { cert: string; key: string }
}

/** The address of a session server on another machine. */
export interface NetworkAddress {
  /** `https://host:port`, or `http://127.0.0.1:port` on the same machine. */
  url: string
  /** Certificates to trust, in PEM. Default: those of Node. */
  ca?: string
}

export interface NetworkServer {
  readonly server: Server
  readonly url: string
  /** Ends the connections whose TLS handshake is not over; `close` would wait for them. */
  endHandshakes(): void
}

/** As many as a gateway allows. */
const maxUnknownConnections = 128

/**
 * Listens for other machines. `onSocket` gets the socket to read and the TCP connection below it, which is ended unless
 * `trustConnection` says that its client is known.
 * @throws CapstanError `TLS_REQUIRED`, `WIRE_NOT_LISTENING`, `TLS_CERTIFICATE`.
 */
export async function listenOnNetwork(
  { hostname, port, tls, helloMs }: NetworkListenOptions & { helloMs: number },
  onSocket: (socket: Socket, connection: Socket) => void,
): Promise<NetworkServer> {
  if (tls === undefined) requireLoopback(hostname)
  const handshakes = new Map<string, Socket>()
  const server = tls === undefined ? process.getBuiltinModule('node:net').createServer() : tlsServer(tls)
  limitConnections(server, { max: maxUnknownConnections, timeoutMs: helloMs })
  server.on('connection', (connection: Socket) => {
    if (tls === undefined) return onSocket(connection, connection)
    const peer = peerOf(connection)
    handshakes.set(peer, connection)
    connection.once('close', () => handshakes.delete(peer))
  })
  server.on('secureConnection', (socket: Socket) => {
    const peer = peerOf(socket)
    onSocket(socket, handshakes.get(peer) ?? socket)
    handshakes.delete(peer)
  })
  const { port: chosen } = await listenOn(server, {
    hostname,
    port,
    failure: (message, details) => new CapstanError('WIRE_NOT_LISTENING', message, details),
  })
  const shown = hostname.includes(':') ? `[${hostname}]` : hostname
  return {
    server,
    url: `${tls === undefined ? 'http' : 'https'}://${shown}:${chosen}`,
    endHandshakes: () => {
      for (const connection of handshakes.values()) connection.destroy()
    },
  }
}

function peerOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`
}

/**
 * Connects to a session server on another machine.
 * @throws CapstanError `TLS_REQUIRED`, `TLS_REFUSED` if its certificate is not trusted, `HOST_NOT_THERE`.
 */
export function connectToNetwork({ url, ca }: NetworkAddress): Promise<Socket> {
  const { protocol, hostname, port } = readAddress(url)
  const host = hostname.replace(/^\[|\]$/g, '')
  const isSecure = protocol === 'https:'
  if (!isSecure) requireLoopback(host)
  return new Promise((resolve, reject) => {
    const { isIP } = process.getBuiltinModule('node:net')
    const socket = isSecure
      ? process.getBuiltinModule('node:tls').connect({
          host,
          port: Number(port === '' ? 443 : port),
          ...(isIP(host) === 0 ? { servername: host } : {}),
          ...(ca === undefined ? {} : { ca }),
        })
      : process.getBuiltinModule('node:net').connect({ host, port: Number(port === '' ? 80 : port) })
    const refuse = (cause: NodeJS.ErrnoException): void => reject(failureOf(cause, url))
    socket.once('error', refuse)
    socket.once(isSecure ? 'secureConnect' : 'connect', () => {
      socket.off('error', refuse)
      socket.setKeepAlive(true, 10_000)
      resolve(socket)
    })
  })
}

function readAddress(url: string): URL {
  const parsed = URL.parse(url)
  if (parsed !== null && /^https?:$/.test(parsed.protocol)) return parsed
  throw new CapstanError('VALIDATION_ERROR', 'The address of the session server is not a URL', {
    hint: 'Use an address such as https://host:7443.',
  })
}

function tlsServer(tls: { cert: string; key: string }): Server {
  try {
    return process.getBuiltinModule('node:tls').createServer({ ...tls, minVersion: 'TLSv1.2' })
  } catch (cause) {
    const { message } = cause as Error
    throw new CapstanError('TLS_CERTIFICATE', `The certificate or its key cannot be used: ${message}`, {
      hint: 'Use a certificate and its key in PEM.',
    })
  }
}

function requireLoopback(host: string): void {
  if (host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host)) return
  throw new CapstanError('TLS_REQUIRED', `A token may not cross the network to ${host} without TLS`, {
    hint: 'Use https and a certificate, or an address on loopback.',
    commandHint: 'Set --tls-cert and --tls-key, or listen on 127.0.0.1.',
  })
}

/** Errors of a connection that was reached: its certificate was refused. */
function failureOf(cause: NodeJS.ErrnoException, url: string): CapstanError {
  const { code = '', message } = cause
  if (['ECONNREFUSED', 'ENOTFOUND', 'EHOSTUNREACH', 'ETIMEDOUT', 'ENETUNREACH'].includes(code))
    return new CapstanError('HOST_NOT_THERE', `No session daemon listens at ${url}`, { cause })
  if (/CERT|SELF_SIGNED|ALTNAME|SSL|TLS/.test(code)) {
    return new CapstanError('TLS_REFUSED', `The certificate of ${url} is not trusted: ${message}`, {
      hint: 'Pass the certificate of its authority as ca.',
      cause,
    })
  }
  return new CapstanError('WIRE_CLOSED', `Cannot reach the session daemon: ${message}`, { cause })
}
