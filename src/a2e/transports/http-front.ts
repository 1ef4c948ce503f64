import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { limitConnections, trustConnection } from '../../core/connection-limit.ts'
import { isBearer, sourceProblem, type SourceRules } from '../../core/http-guard.ts'
import type { A2EHost } from '../host.ts'
import { answer, type HttpLimits, HttpRoutes } from './http-routes.ts'

/** Which requests the server accepts. */
export interface GuardOptions extends SourceRules {
  readonly token: string
}

/** How long a closing server waits for its last responses. */
const graceMs = 500

/** The HTTP server of a host; checks the origin and the token of every request. */
export class HttpFront {
  readonly server: Server
  readonly closed: Promise<void>
  readonly #routes: HttpRoutes
  readonly #guard: GuardOptions

  constructor(host: A2EHost, settings: HttpLimits, guard: GuardOptions) {
    this.#routes = new HttpRoutes(host, settings)
    this.#guard = guard
    const { bodyTimeoutMs } = settings
    this.server = createServer(
      {
        requestTimeout: bodyTimeoutMs,
        headersTimeout: bodyTimeoutMs,
        connectionsCheckingInterval: Math.ceil(bodyTimeoutMs / 4),
        // Longer than clients keep idle connections for reuse.
        keepAliveTimeout: 65_000,
      },
      (request, response) => void this.#handle(request, response),
    )
    const { maxNewConnections, handshakeTimeoutMs } = settings
    // Longer than a session, which ends its stream properly.
    limitConnections(this.server, { max: maxNewConnections, timeoutMs: 2 * handshakeTimeoutMs })
    const closed = Promise.withResolvers<void>()
    this.closed = closed.promise
    this.server.on('close', closed.resolve)
  }

  async close(): Promise<void> {
    this.server.close()
    await this.#routes.close()
    // The last responses may still be in flight.
    const late = setTimeout(() => this.server.closeAllConnections(), graceMs)
    setImmediate(() => this.server.closeIdleConnections())
    await this.closed
    clearTimeout(late)
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { host, origin, authorization } = request.headers
    const error = sourceProblem({ host, origin }, this.#guard)
    if (error !== undefined) return answer(response, 403, { error })
    const proven = authorization !== undefined
    if (proven && !isBearer(authorization, this.#guard.token))
      return answer(response, 401, { error: 'wrong token' })
    if (proven) trustConnection(request.socket)
    const [path = ''] = (request.url ?? '').split('?')
    await this.#routes.handle({ request, response, path, proven })
  }
}
