import { readFileSync } from 'node:fs'
import { request, type IncomingMessage, type ServerResponse } from 'node:http'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream'

const gateway = process.env.CAPSTAN_URL ?? 'http://127.0.0.1:8787'
// Outside of this folder: Vite serves the files in it to the browser.
const tokenFile = process.env.CAPSTAN_TOKEN_FILE ?? join(homedir(), '.capstan-token')

/** The routes that CopilotKit needs. Others, such as the one that creates sign-in links, stay out of reach of the page. */
const routes: readonly (readonly [method: string, path: RegExp])[] = [
  ['GET', /^\/info$/],
  ['POST', /^\/agent\/[\w-]+\/(run|connect)$/],
  ['POST', /^\/agent\/[\w-]+\/stop\/[\w-]+$/],
]

/**
 * Forwards a request to the gateway and adds the token, which the browser never sees. `request.url` starts after the path
 * where the proxy is mounted.
 */
export function forward(incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { method = 'GET', headers } = incoming
  const path = (incoming.url ?? '/').split('?')[0]
  if (!routes.some(([allowed, pattern]) => method === allowed && pattern.test(path))) {
    refuse(outgoing, 404, 'Not found')
    return
  }
  // The gateway cannot check the origin of requests that it gets from here.
  if (headers.origin !== undefined && URL.parse(headers.origin)?.host !== headers.host) {
    refuse(outgoing, 403, 'Requests of other origins are not allowed')
    return
  }
  const token = readToken()
  if (token === undefined) {
    refuse(outgoing, 502, 'The proxy has no token for the gateway')
    return
  }
  // A run continues while the page is reloaded; the chat reconnects to it.
  const query = path.endsWith('/run') ? '?on-disconnect=detach' : ''
  const upstream = request(`${gateway}${path}${query}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      accept: headers.accept ?? '*/*',
      ...(headers['content-type'] === undefined ? {} : { 'content-type': headers['content-type'] }),
      ...(headers['content-length'] === undefined ? {} : { 'content-length': headers['content-length'] }),
    },
  })
  outgoing.on('close', () => upstream.destroy())
  upstream.on('response', (response) => {
    if (outgoing.destroyed) return
    outgoing.writeHead(response.statusCode ?? 502, {
      'content-type': response.headers['content-type'] ?? 'application/json',
      'cache-control': 'no-store, no-transform',
    })
    outgoing.flushHeaders()
    // Ends the response to the browser if the gateway disconnects.
    pipeline(response, outgoing, () => upstream.destroy())
  })
  upstream.on('error', () => {
    if (!outgoing.headersSent) refuse(outgoing, 502, 'The gateway cannot be reached')
  })
  incoming.pipe(upstream)
}

function readToken(): string | undefined {
  try {
    return readFileSync(tokenFile, 'utf8').trim()
  } catch {
    console.error(`Cannot read ${tokenFile}. Start the gateway with: capstan serve --token-file ${tokenFile}`)
    return undefined
  }
}

function refuse(outgoing: ServerResponse, status: number, message: string): void {
  outgoing.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ message }))
}
