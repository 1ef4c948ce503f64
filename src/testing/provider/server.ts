import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { listenOnce } from '../../core/listen-on.ts'
import { checkScript } from './script/check-script.ts'
import { exchange } from './exchange.ts'
import { createFailures } from './failures.ts'
import { cleanHeaders, cleanPath, keysOf, type RecordedRequest } from './script/recording.ts'
import type { ModelScript } from './script/script.ts'

export interface ModelProviderOptions {
  /** Initial scripts, which a reset keeps. */
  scripts?: readonly ModelScript[]
  /** The listed models. The provider answers for any model. */
  models?: readonly string[]
  /**
   * How to treat a request without tools: as a side request, which no script answers, or as a turn, for programs
   * without tools. Default: `side`.
   */
  toolless?: 'side' | 'turn'
  /** The maximum size of a request in bytes (default: 32 MiB). */
  bodyLimit?: number
  /** How many of the newest requests to keep (default: 1000). */
  keep?: number
  /** Called for every request, before the response. */
  onRequest?: (request: RecordedRequest) => void
}

/** A server on loopback with the APIs of model providers. */
export interface ModelProvider {
  /** Without a slash at the end. A path may have a prefix before the API's own path, as a label for the caller. */
  url: string
  port: number
  /** The newest requests, the oldest first. */
  readonly requests: readonly RecordedRequest[]
  /** The number of all requests. */
  readonly total: number
  /** Adds scripts. They take precedence over earlier ones. */
  script(...scripts: readonly ModelScript[]): void
  /** Deletes the requests, the counts of failures and the added scripts. */
  reset(): void
  /** Stops listening and closes all connections. */
  close(): Promise<void>
}

/** Starts a provider on a free port of 127.0.0.1. It needs no key and keeps all data in memory. */
export async function createModelProvider(options: ModelProviderOptions = {}): Promise<ModelProvider> {
  const { scripts = [], models = [], toolless = 'side', bodyLimit = 32 * 1024 * 1024, keep = 1000 } = options
  for (const script of scripts) checkScript(script)
  const requests: RecordedRequest[] = []
  const added: ModelScript[] = []
  const failures = createFailures()
  const closing = new AbortController()
  let total = 0
  const record = (request: RecordedRequest): void => {
    total += 1
    requests.push(request)
    if (requests.length > keep) requests.shift()
    options.onRequest?.(request)
  }
  const context = {
    scripts: () => [...added, ...scripts],
    record,
    failures,
    models,
    toolless,
    bodyLimit,
    signal: closing.signal,
  }
  const server = createServer((request, response) => {
    exchange(request, response, context).catch((error: unknown) => fail(request, response, error))
  })
  server.on('upgrade', (request, socket) => {
    const { url = '/', headers } = request
    const keys = keysOf(headers, url)
    const path = cleanPath(url, keys)
    record({ method: 'UPGRADE', path, headers: cleanHeaders(headers, keys), body: null, answeredBy: 'none' })
    socket.on('error', () => socket.destroy())
    socket.end('HTTP/1.1 426 Upgrade Required\r\nConnection: close\r\nContent-Length: 0\r\n\r\n', () =>
      socket.destroy(),
    )
  })
  await listenOnce(server, { host: '127.0.0.1', port: 0 })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    requests,
    get total() {
      return total
    },
    script(...more) {
      for (const script of more) checkScript(script)
      added.unshift(...more)
    },
    reset() {
      requests.length = 0
      added.length = 0
      total = 0
      failures.clear()
    },
    async close() {
      if (closing.signal.aborted) return
      closing.abort()
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

/** A client that disconnects is no error; any other error is reported to the client if possible. */
function fail(request: IncomingMessage, response: ServerResponse, error: unknown): void {
  if (request.destroyed || response.headersSent) {
    response.destroy()
    return
  }
  const message = error instanceof Error ? error.message : String(error)
  response.writeHead(500, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ error: { message } }))
}
