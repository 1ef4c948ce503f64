import { createServer, type Server } from 'node:http'
import { CapstanError } from '../core/capstan-error.ts'
import { ignore } from '../core/ignore.ts'
import { limitConnections } from '../core/connection-limit.ts'
import { listenOn } from '../core/listen-on.ts'
import type { Gateway } from './create-gateway.ts'

export interface ListenOptions {
  /** Default: 127.0.0.1. */
  hostname?: string
  /** Default: 8787; 0 chooses a free port. */
  port?: number
  /** Number of consecutive ports to try. Default: 1. */
  portTries?: number
}

/** A listening gateway. */
export interface GatewayServer extends AsyncDisposable {
  readonly url: string
  readonly port: number
  readonly gateway: Gateway
  /** Creates a one-time sign-in link for a browser. */
  loginLink(): string
  /** Ends runs with a terminal event, stops agents, closes connections and stops listening. */
  close(): Promise<void>
}

/** Time for connections to flush on close. */
const closeGraceMs = 1000
/** Connections without the token or a sign-in; a page in a browser needs six. */
const unknownConnections = { max: 128, timeoutMs: 30_000 }

const preloadMs = 20

/** Starts an HTTP server for a gateway. @throws CapstanError `GATEWAY_NOT_LISTENING` if the port is unavailable. */
export async function listen(gateway: Gateway, options: ListenOptions = {}): Promise<GatewayServer> {
  const { hostname = '127.0.0.1', port: firstPort = 8787, portTries = 1 } = options
  const server = createServer(
    {
      requestTimeout: 30_000,
      headersTimeout: 20_000,
      keepAliveTimeout: 65_000,
      // Otherwise the guard would check only the first of two equal headers.
      joinDuplicateHeaders: true,
    },
    (incoming, outgoing) => void gateway.handle(incoming, outgoing),
  )
  limitConnections(server, unknownConnections)
  const { url, port } = await listenOn(server, {
    hostname,
    port: firstPort,
    portTries,
    failure: (message, details) => new CapstanError('GATEWAY_NOT_LISTENING', message, details),
  })
  // After the caller has printed the address. If it fails, the first request tries again and reports the error.
  const preloading = setTimeout(() => void gateway.preload().catch(ignore), preloadMs).unref()
  let closing: Promise<void> | undefined
  const close = (): Promise<void> => {
    clearTimeout(preloading)
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
