import type { A2EHost } from './host.ts'
import type { HttpOptions, HttpServer } from './transports/http-server.ts'

/**
 * Serves agents over HTTP, as the reference client speaks it: `POST /session`, `POST /send`, `GET /stream`,
 * `GET /health`; and `DELETE /session` besides. It listens on 127.0.0.1:8765 if nothing else is said.
 * @throws CapstanError `A2E_TOKEN_MISSING` when the host has no token, `A2E_NOT_LISTENING` when the port is not to be had.
 */
export async function serveHttp(host: A2EHost, options: HttpOptions = {}): Promise<HttpServer> {
  return await (await import('./transports/http-server.ts')).serveHttp(host, options)
}
