import type { A2EHost } from './host.ts'
import type { HttpOptions, HttpServer } from './transports/http-server.ts'

/**
 * Serves agents over HTTP with the routes of the reference client: `POST /session`, `POST /send`, `GET /stream` and
 * `GET /health`; also `DELETE /session`. Listens on 127.0.0.1:8765 by default.
 * @throws CapstanError `A2E_TOKEN_MISSING` when the host has no token, `A2E_NOT_LISTENING` when the port is not available.
 */
export async function serveHttp(host: A2EHost, options: HttpOptions = {}): Promise<HttpServer> {
  return await (await import('./transports/http-server.ts')).serveHttp(host, options)
}
