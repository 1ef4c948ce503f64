import { CapstanError } from '../../core/capstan-error.ts'
import { listenOn } from '../../core/listen-on.ts'
import type { A2EHost } from '../host.ts'
import { HttpFront } from './http-front.ts'
import { defaultHttpLimits, type HttpLimits } from './http-routes.ts'

export interface HttpOptions extends Partial<HttpLimits> {
  /** The address to listen on; 127.0.0.1 if not given. */
  hostname?: string
  /** 8765 if not given; 0 for any that is free. */
  port?: number
  /** Names besides `localhost` that it may be called by. */
  allowedHosts?: readonly string[]
  /** Origins of pages that may call it; none if not given. */
  allowedOrigins?: readonly string[]
}

/** A host that listens. */
export interface HttpServer {
  readonly url: string
  readonly port: number
  /** Resolves when it has stopped listening. */
  readonly closed: Promise<void>
  /** Ends its sessions and stops listening; the host stays. */
  close(): Promise<void>
}

/**
 * Serves agents over HTTP, as the reference client speaks it: `POST /session`, `POST /send`, `GET /stream`,
 * `GET /health`; and `DELETE /session` besides.
 * @throws CapstanError `A2E_TOKEN_MISSING` when the host has no token, `A2E_NOT_LISTENING` when the port is not to be had.
 */
export async function serveHttp(host: A2EHost, options: HttpOptions = {}): Promise<HttpServer> {
  const {
    hostname = '127.0.0.1',
    port: asked = 8765,
    allowedHosts = [],
    allowedOrigins = [],
    ...rest
  } = options
  const { token } = host
  if (token === undefined) {
    throw new CapstanError('A2E_TOKEN_MISSING', 'A host without a token is not served over HTTP', {
      hint: 'Give createHost a token; every program on this machine could use the host otherwise.',
    })
  }
  const front = new HttpFront(
    host,
    { ...defaultHttpLimits, ...rest },
    { token, allowedHosts, allowedOrigins },
  )
  const { url, port } = await listenOn(front.server, {
    hostname,
    port: asked,
    failure: (message, details) => new CapstanError('A2E_NOT_LISTENING', message, details),
  })
  return { url, port, closed: front.closed, close: () => front.close() }
}
