import { createServer, type Server } from 'node:http'
import { CapstanError } from '../core/capstan-error.ts'
import { listenOn } from '../core/listen-on.ts'
import type { Gateway } from './create-gateway.ts'

export interface ListenOptions {
  /** 127.0.0.1 unless given. */
  hostname?: string
  /** 8787 unless given; 0 for any that is free. */
  port?: number
  /** How many ports are tried, from that one on, while one is taken; 1 unless given. */
  portTries?: number
}

/** A gateway that listens. */
export interface GatewayServer extends AsyncDisposable {
  readonly url: string
  readonly port: number
  readonly gateway: Gateway
  /** A link that lets a browser in, once. */
  loginLink(): string
  /** Ends runs with a terminal event, agents and connections, and stops listening. */
  close(): Promise<void>
}

/** How long connections may take to send what they still have when everything is closed. */
const closeGraceMs = 1000

/** Lets a gateway listen. @throws CapstanError `GATEWAY_NOT_LISTENING` when the port is not to be had. */
export async function listen(gateway: Gateway, options: ListenOptions = {}): Promise<GatewayServer> {
  const { hostname = '127.0.0.1', port: asked = 8787, portTries = 1 } = options
  const server = createServer(
    {
      requestTimeout: 30_000,
      headersTimeout: 20_000,
      keepAliveTimeout: 65_000,
      // A header that comes twice must not pass the guard by its first half.
      joinDuplicateHeaders: true,
    },
    (incoming, outgoing) => void gateway.handle(incoming, outgoing),
  )
  const { url, port } = await listenOn(server, {
    hostname,
    port: asked,
    portTries,
    failure: (message, details) => new CapstanError('GATEWAY_NOT_LISTENING', message, details),
  })
  let closing: Promise<void> | undefined
  const close = (): Promise<void> => {
    closing ??= closeAll(server, gateway)
    return closing
  }
  return {
    url,
    port,
    gateway,
    loginLink: () => `${url}${gateway.loginPath()}`,
    close,
    [Symbol.asyncDispose]: close,
  }
}

async function closeAll(server: Server, gateway: Gateway): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve())
  })
  await gateway.close()
  server.closeIdleConnections()
  const timer = setTimeout(() => server.closeAllConnections(), closeGraceMs)
  await closed
  clearTimeout(timer)
}
