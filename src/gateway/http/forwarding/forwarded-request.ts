import type { IncomingMessage } from 'node:http'

/** Marks a request that another gateway has forwarded: it is not forwarded again. */
export const forwardedHeader = 'x-capstan-forwarded'

const connectMs = 3000

/** The other gateway cannot be reached, so it did not get the request. */
export class NotDelivered extends Error {}

export interface ForwardedRequest {
  readonly url: string
  readonly method: string
  /** With the query. */
  readonly path: string
  readonly token: string
  readonly accept?: string | undefined
  readonly body?: unknown
  /** Closes the connection. */
  readonly signal?: AbortSignal
}

/**
 * Sends a request to another gateway on a connection of its own: an error before it is connected means that the request
 * was not delivered. @throws NotDelivered; any other error leaves open whether the gateway got the request.
 */
export function sendForwarded(request: ForwardedRequest): Promise<IncomingMessage> {
  const { url, method, path, token, accept, body, signal } = request
  const target = new URL(path, url)
  const isSecure = target.protocol === 'https:'
  const { request: send } = isSecure
    ? process.getBuiltinModule('node:https')
    : process.getBuiltinModule('node:http')
  const text = body === undefined ? undefined : JSON.stringify(body)
  return new Promise((resolve, reject) => {
    let isConnected = false
    const outgoing = send(target, {
      method,
      agent: false,
      ...(signal === undefined ? {} : { signal }),
      headers: {
        // The name of the address may not be among the names that browsers may use.
        host: 'localhost',
        authorization: `Bearer ${token}`,
        [forwardedHeader]: '1',
        ...(accept === undefined ? {} : { accept }),
        ...(text === undefined
          ? {}
          : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) }),
      },
    })
    const timer = setTimeout(() => outgoing.destroy(new Error('connection timeout')), connectMs)
    outgoing.on('socket', (socket) =>
      socket.once(isSecure ? 'secureConnect' : 'connect', () => {
        isConnected = true
        clearTimeout(timer)
      }),
    )
    outgoing.on('error', (cause) => {
      clearTimeout(timer)
      reject(isConnected ? cause : new NotDelivered(cause.message, { cause }))
    })
    outgoing.on('response', resolve)
    outgoing.end(text)
  })
}
