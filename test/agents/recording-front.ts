import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { TLSSocket } from 'node:tls'
import { createAuthority } from '../../src/proxy/certificates/authority.ts'
import { readBody } from '../../src/core/http/read-body.ts'

/** A server before a provider, which records the keys of requests and is also a company's proxy for every host. */
export interface RecordingFront {
  readonly url: string
  /** The certificate that signs for all hosts. */
  readonly certificate: string
  readonly keys: readonly string[]
  readonly contacts: readonly string[]
  close(): void
}

/** @param answers JSON answers by `METHOD host/path`, a text as an event stream; everything else goes to the provider */
export async function createRecordingFront(
  provider: string,
  answers: Readonly<Record<string, unknown>>,
): Promise<RecordingFront> {
  const authority = createAuthority()
  const keys: string[] = []
  const contacts: string[] = []
  const handle = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = '', url = '', headers } = incoming
    const key = keyOf(incoming)
    if (key !== undefined) keys.push(key)
    const path = url.replace(/[?].*$/, '')
    contacts.push(`${method} ${headers.host ?? ''}${path}`)
    const body = await readBody(incoming, 64 * 1024 * 1024)
    const bytes = 'bytes' in body ? body.bytes : Buffer.alloc(0)
    const known = answers[`${method} ${headers.host ?? ''}${path}`]
    if (known !== undefined) {
      const isStream = typeof known === 'string'
      response.writeHead(200, { 'content-type': isStream ? 'text/event-stream' : 'application/json' })
      response.end(isStream ? known : JSON.stringify(known))
      return
    }
    const outgoing = request(`${provider}${url}`, {
      method,
      headers: { ...headers, 'content-length': bytes.length },
    })
    outgoing.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.on('aborted', () => response.destroy())
      answer.pipe(response)
    })
    outgoing.on('error', () => response.destroy())
    response.on('close', () => outgoing.destroy())
    outgoing.end(bytes)
  }
  const server = createServer((incoming, response) => {
    handle(incoming, response).catch(() => response.destroy())
  })
  server.on('connect', ({ url = '' }: IncomingMessage, socket: Duplex) => {
    const [host = ''] = url.split(':')
    contacts.push(`CONNECT ${url}`)
    socket.on('error', () => socket.destroy())
    socket.write('HTTP/1.1 200 OK\r\n\r\n')
    const secure = new TLSSocket(socket, {
      isServer: true,
      secureContext: authority.contextFor(host),
    })
    secure.on('error', () => secure.destroy())
    server.emit('connection', secure)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    certificate: authority.certificate,
    keys,
    contacts,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

function keyOf({ headers, url = '' }: IncomingMessage): string | undefined {
  const { authorization, 'x-api-key': plain, 'x-goog-api-key': google } = headers
  const inQuery = /[?&]key=([^&]*)/.exec(url)?.[1]
  return [authorization, plain, google, inQuery].find((key) => typeof key === 'string')
}
