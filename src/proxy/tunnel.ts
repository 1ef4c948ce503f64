import { isIP, type Socket } from 'node:net'
import { ignore } from '../core/ignore.ts'
import { readClientHello } from './hosts/client-hello.ts'
import { LocalAddressError } from './hosts/guarded-lookup.ts'
import { hostOf, shownTarget, type Target } from './hosts/target.ts'
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

/** Connects a client with a target. Only the host that a TLS client names is read. */
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
    far.on('error', ignore)
    far.on('close', () => socket.destroySoon())
    socket.on('close', () => far.destroySoon())
    far.pipe(socket)
    if (head.length > 0) socket.unshift(head)
    return passClientHello(socket, { far, target, context })
  })
}

/** Passes the client's bytes on, unless they greet a host that is not allowed at the server of one that is. */
function passClientHello(
  socket: Socket,
  { far, target, context }: { far: Socket; target: Target; context: ProxyContext },
): void {
  let bytes: Buffer = Buffer.alloc(0)
  const onData = (chunk: Buffer): void => {
    bytes = Buffer.concat([bytes, chunk])
    const hello = readClientHello(bytes)
    if (hello === 'open') return
    socket.off('data', onData)
    const host = hello === 'unreadable' ? target.host : namedHost(hello.serverName, target)
    const isAllowed = host === target.host || context.rules().includes({ host, port: target.port })
    if (hello === 'unreadable' || !isAllowed) {
      context.onBlocked({ host, port: target.port, reason: 'host' })
      socket.destroy()
      return
    }
    far.write(bytes)
    socket.pipe(far)
  }
  socket.on('data', onData)
  // A client may end without a ClientHello.
  socket.once('end', () => far.end())
}

/** The server of an address that is allowed may have any name. */
function namedHost(serverName: string | undefined, { host }: Target): string {
  if (serverName === undefined || isIP(host) !== 0) return host
  return hostOf(serverName) ?? serverName
}

function errorCode(error: Error | null): string | undefined {
  return error !== null && 'code' in error ? String(error.code) : undefined
}
