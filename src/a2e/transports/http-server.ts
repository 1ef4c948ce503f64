import { CapstanError } from '../../core/capstan-error.ts'
import { listenOn } from '../../core/listen-on.ts'
import type { A2EHost } from '../host.ts'
import { HttpFront } from './http-front.ts'
import { defaultHttpLimits, type HttpLimits } from './http-routes.ts'

export interface HttpOptions extends Partial<HttpLimits> {
  /** The address to listen on; 127.0.0.1 if omitted. */
  hostname?: string
  /** 8765 if omitted; 0 for any free port. */
  port?: number
  /** Host names to accept besides `localhost`. */
  allowedHosts?: readonly string[]
  /** Origins whose pages may send requests; none if omitted. */
  allowedOrigins?: readonly string[]
}

/** A host that listens on HTTP. */
export interface HttpServer {
  readonly url: string
  readonly port: number
  /** Resolves when the server has stopped listening. */
  readonly closed: Promise<void>
  /** Ends the sessions and stops listening; the host stays open. */
  close(): Promise<void>
}

/**
 * Serves agents over HTTP with the routes of the reference client: `POST /session`, `POST /send`, `GET /stream` and
 * `GET /health`; also `DELETE /session`.
 * @throws CapstanError `A2E_TOKEN_MISSING` when the host has no token, `A2E_NOT_LISTENING` when the port is not available.
 */
export async function serveHttp(host: A2EHost, options: HttpOptions = {}): Promise<HttpServer> {
  const {
    hostname = '127.0.0.1',
    port: requestedPort = 8765,
    allowedHosts = [],
    allowedOrigins = [],
    ...rest
  } = options
  const { token } = host
  if (token === undefined) {
    throw new CapstanError('A2E_TOKEN_MISSING', 'Cannot serve a host without a token over HTTP', {
      hint: 'Pass a token to createHost: without it, every program on this machine could use the host.',
    })
  }
  const front = new HttpFront(
    host,
    { ...defaultHttpLimits, ...rest },
    { token, allowedHosts, allowedOrigins },
  )
  const { url, port } = await listenOn(front.server, {
    hostname,
    port: requestedPort,
    failure: (message, details) => new CapstanError('A2E_NOT_LISTENING', message, details),
  })
  return { url, port, closed: front.closed, close: () => front.close() }
}
