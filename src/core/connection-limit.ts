import type { Server, Socket } from 'node:net'

export interface ConnectionLimits {
  /** How many connections of unknown clients may be open; a new one ends the oldest. */
  max: number
  /** How long a connection of an unknown client may be open, in milliseconds. */
  timeoutMs: number
}

/** Whether the client of a connection is known. Asked late: a handshake may follow the request. */
const knowers = new WeakMap<Socket, () => boolean>()

export function isTrustedConnection(socket: Socket): boolean {
  return knowers.get(socket)?.() === true
}

/** Exempts a connection from the limits of its server while its client is known. */
export function trustConnection(socket: Socket, isKnown: () => boolean = () => true): void {
  if (!isTrustedConnection(socket)) knowers.set(socket, isKnown)
}

/**
 * Limits the connections whose clients have not shown a token: each holds memory and a file descriptor. Ends the oldest
 * instead of refusing the newest, so that unknown clients cannot lock others out.
 */
export function limitConnections(server: Server, { max, timeoutMs }: ConnectionLimits): void {
  const unknown = new Set<Socket>()
  const endUnknown = (socket: Socket): void => {
    unknown.delete(socket)
    if (!isTrustedConnection(socket)) socket.destroy()
  }
  let isScheduled = false
  const enforce = (): void => {
    isScheduled = false
    for (const socket of unknown) {
      if (unknown.size <= max) return
      endUnknown(socket)
    }
  }
  server.on('connection', (socket: Socket) => {
    unknown.add(socket)
    const timer = setTimeout(() => endUnknown(socket), timeoutMs).unref()
    socket.once('close', () => {
      clearTimeout(timer)
      unknown.delete(socket)
    })
    if (unknown.size <= max || isScheduled) return
    isScheduled = true
    // After the next reads: a client that was accepted in the same turn may show its token there.
    setImmediate(() => setImmediate(enforce))
  })
}
