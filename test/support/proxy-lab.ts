import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import {
  createServer as createHttpServer,
  type IncomingMessage,
  request,
  type RequestListener,
} from 'node:http'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { createServer as createSecureServer } from 'node:https'
import { connect as connectSecurely, type TLSSocket } from 'node:tls'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { createAuthority } from '../../src/proxy/certificates/authority.ts'
import { createModelProxy } from '../../src/proxy/create-model-proxy.ts'
import type { ResolveName } from '../../src/proxy/hosts/guarded-lookup.ts'
import type { ModelCall } from '../../src/proxy/model-call.ts'
import type { ModelProxy, ModelProxyOptions } from '../../src/proxy/model-proxy.ts'
import type { BlockedRequest } from '../../src/proxy/proxy-context.ts'

export interface ProxyLab {
  proxy: ModelProxy
  port: number
  /** Every report, without the id of the call. */
  calls: Omit<ModelCall, 'id'>[]
  ids: string[]
  blocked: BlockedRequest[]
  /** The reports of ended calls. */
  ended(): Omit<ModelCall, 'id'>[]
}

export async function listenLocally(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

/** A proxy on loopback that is closed after the test. */
export async function startProxy(options: Partial<ModelProxyOptions> = {}): Promise<ProxyLab> {
  const [calls, blocked, ids]: [ProxyLab['calls'], BlockedRequest[], string[]] = [[], [], []]
  const { onCall, ...others } = options
  const proxy = createModelProxy({
    hosts: [],
    intercepted: [],
    keys: [],
    environment: {},
    onBlocked: (one) => void blocked.push(one),
    onCall: (call) => {
      const { id, ...rest } = call
      ids.push(id)
      calls.push(rest)
      onCall?.(call)
    },
    ...others,
  })
  onTestFinished(() => proxy.close())
  const listener = createServer()
  const port = await listenLocally(listener)
  proxy.serve(listener)
  return { proxy, port, calls, ids, blocked, ended: () => calls.filter(({ state }) => state === 'ended') }
}

/** A listener for one upstream; returns its address. */
export async function serveUpstream(proxy: ModelProxy, upstream: string): Promise<string> {
  const listener = createServer()
  const port = await listenLocally(listener)
  proxy.serveUpstream(listener, upstream)
  return `http://127.0.0.1:${port}`
}

/** An HTTPS server for a host name, with the authority that signed it. */
export async function startSecureServer(
  host: string,
  listener: RequestListener,
): Promise<{ port: number; certificate: string; sockets: TLSSocket[] }> {
  const authority = createAuthority()
  const sockets: TLSSocket[] = []
  const server = createSecureServer(
    { SNICallback: (_name, done) => done(null, authority.contextFor(host)) },
    listener,
  )
  server.on('secureConnection', (socket) => sockets.push(socket))
  const port = await listenLocally(server)
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { port, certificate: authority.certificate, sockets }
}

export interface Answered {
  status: number
  text: string
  headers: IncomingMessage['headers']
}

/** Sends a request in the whole-address form through the proxy. */
export async function viaProxy(
  port: number,
  url: string,
  { body, headers = {}, method }: { body?: string; headers?: Record<string, string>; method?: string } = {},
): Promise<Answered> {
  const asked = request({
    host: '127.0.0.1',
    port,
    path: url,
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: { host: new URL(url).host, ...headers },
    agent: false,
  })
  asked.end(body)
  return readAnswer(asked)
}

async function readAnswer(asked: ReturnType<typeof request>): Promise<Answered> {
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
  let text = ''
  for await (const chunk of response) text += String(chunk)
  return { status: response.statusCode ?? 0, text, headers: response.headers }
}

/** Opens a tunnel; returns the socket, or the refusal. */
export async function openTunnel(port: number, authority: string): Promise<{ socket: Socket; head: string }> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  onTestFinished(() => void socket.destroy())
  socket.write(`CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n\r\n`)
  const [chunk] = (await once(socket, 'data')) as [Buffer]
  return { socket, head: String(chunk) }
}

/** Sends a request over TLS inside a tunnel. */
export async function viaTunnel(
  port: number,
  {
    url,
    certificate,
    body,
    headers = {},
  }: { url: string; certificate: string; body?: string; headers?: Record<string, string> },
): Promise<Answered & { issuer: string }> {
  const { host, hostname, pathname, search } = new URL(url)
  const { socket, head } = await openTunnel(port, host)
  if (!head.startsWith('HTTP/1.1 200')) throw new Error(head)
  const secured = connectSecurely({ socket, host: hostname, servername: hostname, ca: certificate })
  await once(secured, 'secureConnect')
  const asked = request({
    method: body === undefined ? 'GET' : 'POST',
    path: pathname + search,
    headers: { host, ...headers },
    createConnection: () => secured,
  })
  asked.end(body)
  return { ...(await readAnswer(asked)), issuer: String(secured.getPeerCertificate().issuer.CN) }
}

/** Answers with the body of the request, or with its path. */
export const echo: RequestListener = (incoming, response) => {
  response.setHeader('x-seen-host', incoming.headers.host ?? '')
  incoming.pipe(response)
  if (incoming.method === 'GET') response.write(`seen ${incoming.url}`)
}

/** Resolves all names to this machine. */
export const resolveName: ResolveName = (_host, _options, callback) =>
  callback(null, [{ address: '127.0.0.1', family: 4 }])

/** An HTTP server that is closed after the test; returns its port. */
export async function startPlainServer(listener = echo): Promise<number> {
  const server = createHttpServer(listener)
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return listenLocally(server)
}

/** A temporary file. */
export async function fileWith(text: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'capstan-proxy-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const path = join(folder, 'certificates.pem')
  await writeFile(path, text)
  return path
}
