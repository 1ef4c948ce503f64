import type { Socket } from 'node:net'
import { ignore } from '../core/ignore.ts'
import { LocalAddressError } from './hosts/guarded-lookup.ts'
import { shownTarget, type Target } from './hosts/target.ts'
import type { BlockReason, ProxyContext, Route } from './proxy-context.ts'
import { refusalText } from './refusal.ts'
import { openConnection } from './upstream/open-connection.ts'

/** Answers a request for a tunnel with an error. */
export function refuseTunnel(socket: Socket, { status, text }: { status: string; text: string }): void {
  const head = `HTTP/1.1 ${status}\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n`
  socket.end(`${head}Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`, () => socket.destroySoon())
}

export function blockTunnel(socket: Socket, target: Target, reason: BlockReason): void {
  refuseTunnel(socket, { status: '403 Forbidden', text: refusalText(target, reason) })
}

export const established = 'HTTP/1.1 200 Connection established\r\n\r\n'

/** Connects a client with a target, unread. */
export function openTunnel(
  socket: Socket,
  { route, head, context }: { route: Route; head: Buffer; context: ProxyContext },
): void {
  const { target } = route
  openConnection(route, context, (error, far) => {
    if (far === undefined) {
      const isLocal = error instanceof LocalAddressError
      if (isLocal) context.onBlocked({ host: target.host, port: target.port, reason: 'local-address' })
      if (isLocal) return blockTunnel(socket, target, 'local-address')
      const why = errorCode(error) ?? 'no connection'
      const text = `Connection to ${shownTarget(target)} failed: ${why}\n`
      return refuseTunnel(socket, { status: '502 Bad Gateway', text })
    }
    if (socket.destroyed) {
      far.destroy()
      return undefined
    }
    socket.write(established)
    if (head.length > 0) far.write(head)
    far.on('error', ignore)
    far.on('close', () => socket.destroySoon())
    socket.on('close', () => far.destroySoon())
    socket.pipe(far)
    far.pipe(socket)
    return undefined
  })
}

function errorCode(error: Error | null): string | undefined {
  return error !== null && 'code' in error ? String(error.code) : undefined
}
