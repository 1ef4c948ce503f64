import type { Server, Socket } from 'node:net'
import { CapstanError } from '../../core/capstan-error.ts'
import { trustConnection } from '../../core/connection-limit.ts'
import { ignore } from '../../core/ignore.ts'
import { listenOnce } from '../../core/listen-on.ts'
import type { AgentIdentityInput } from '../identity.ts'
import type { Participant } from '../participant.ts'
import type { Sessions } from '../sessions.ts'
import type { NodeRouter } from './node-router.ts'
import { HostedSessions } from './remote/hosted-sessions.ts'
import { listenOnNetwork, type NetworkListenOptions } from './remote/network-address.ts'
import {
  type ConnectionOptions,
  defaultLimits,
  ServerConnection,
  type WireLimits,
} from './server-connection.ts'
import type { SessionOpener } from './session-opener.ts'
import { makeSocketFolder } from './socket-path.ts'
import type { Tokens } from './tokens.ts'

export interface ServeOptions {
  socketPath: string
  tokens: Tokens
  /** The sender of the owner's messages unless the request names another. Default: `@user`. */
  owner?: AgentIdentityInput
  opener?: SessionOpener
  /** Reaches the nodes that share the sessions. */
  router?: NodeRouter
  limits?: Partial<WireLimits>
  onWarning?: (message: string) => void
  /** Also listens for other machines. */
  listen?: NetworkListenOptions
  /** Called with the number of clients when it changes. */
  onClients?: (count: number) => void
}

/** A listening session server. */
export interface SessionsServer extends AsyncDisposable {
  readonly socketPath: string
  /** The address for other machines, if it listens for them. */
  readonly url?: string
  readonly clients: number
  /** Stops listening and disconnects all clients except those that requested the stop; they wait for the end. */
  dismiss(): void
  /** Stops listening and disconnects all clients. The sessions stay open. */
  close(): Promise<void>
}

/**
 * Serves sessions on a socket to other processes of the same user.
 * @throws CapstanError `SOCKET_IN_USE` if another process listens there, `SOCKET_FOLDER_OPEN` if other users can
 * access its folder.
 */
export async function serveSessions(sessions: Sessions, options: ServeOptions): Promise<SessionsServer> {
  const { socketPath, tokens, opener = {}, onWarning = ignore, onClients = ignore } = options
  const net = process.getBuiltinModule('node:net')
  const connections = new Set<ServerConnection>()
  // Join now to reserve the owner's handle.
  let owner = options.owner === undefined ? undefined : await joinDurably(sessions, options.owner)
  const shared: Omit<ConnectionOptions, 'onClosed'> = {
    sessions,
    opener,
    tokens,
    hosted: new HostedSessions(),
    limits: { ...defaultLimits, ...options.limits },
    onWarning,
    ...(options.router === undefined ? {} : { router: options.router }),
    owner: () => (owner ??= sessions.join({ name: 'user', handle: 'user' })),
  }
  const onSocket = (socket: Socket): ServerConnection => {
    const connection = new ServerConnection(socket, {
      ...shared,
      onClosed: () => {
        if (connections.delete(connection)) onClients(connections.size)
      },
    })
    connections.add(connection)
    onClients(connections.size)
    return connection
  }
  const server = net.createServer((socket) => void onSocket(socket))
  const endRevoking = tokens.onRevoked((session) => {
    for (const connection of connections) {
      const { grant } = connection
      if (grant?.rights === 'session' && grant.session === session)
        connection.end(new CapstanError('WIRE_DENIED', 'The token was revoked'))
    }
  })
  makeSocketFolder(socketPath)
  const { handshakeMs: helloMs } = shared.limits
  const network =
    options.listen === undefined
      ? undefined
      : await listenOnNetwork({ ...options.listen, helloMs }, (socket, below) => {
          const connection = onSocket(socket)
          trustConnection(below, () => connection.grant !== undefined)
        })
  const servers = network === undefined ? [server] : [server, network.server]
  try {
    await listen(server, socketPath)
  } catch (error) {
    network?.server.close()
    throw error
  }
  const closed = Promise.all(servers.map((each) => new Promise((resolve) => each.once('close', resolve))))
  const dismiss = (
    isStaying = ({ hasRequestedStop }: ServerConnection): boolean => hasRequestedStop,
  ): void => {
    for (const each of servers) if (each.listening) each.close()
    network?.endHandshakes()
    for (const connection of connections)
      if (!isStaying(connection))
        connection.end(new CapstanError('HOST_CLOSED', 'The session daemon is shutting down'))
  }
  const close = async (): Promise<void> => {
    endRevoking()
    dismiss(() => false)
    await closed
  }
  return {
    socketPath,
    ...(network === undefined ? {} : { url: network.url }),
    get clients() {
      return connections.size
    },
    dismiss: () => dismiss(),
    close,
    [Symbol.asyncDispose]: close,
  }
}

/** Another node may join the same person at the same time. */
async function joinDurably(sessions: Sessions, identity: AgentIdentityInput): Promise<Participant> {
  const join = (): Promise<Participant> => sessions.durably(() => sessions.join(identity))
  return join().catch((error: unknown) => {
    if (CapstanError.isInstance(error) && error.code === 'STORE_CONFLICT') return join()
    throw error
  })
}

async function listen(server: Server, socketPath: string): Promise<void> {
  try {
    await listenOnce(server, { path: socketPath })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    if (!isSocket(socketPath) || (await isAnswered(socketPath))) {
      throw new CapstanError('SOCKET_IN_USE', `Another process already listens at ${socketPath}`, {
        cause: error,
      })
    }
    // A stale socket of a process that was killed.
    process.getBuiltinModule('node:fs').rmSync(socketPath, { force: true })
    await listenOnce(server, { path: socketPath })
  }
  if (process.platform !== 'win32') process.getBuiltinModule('node:fs').chmodSync(socketPath, 0o600)
}

/** Only sockets are removed. A Windows pipe ends with its process. */
function isSocket(path: string): boolean {
  const { lstatSync } = process.getBuiltinModule('node:fs')
  return process.platform !== 'win32' && lstatSync(path, { throwIfNoEntry: false })?.isSocket() === true
}

/** Whether a process accepts connections there. */
function isAnswered(socketPath: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = process.getBuiltinModule('node:net').connect(socketPath)
    socket.on('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.on('error', () => resolve(false))
  })
}
