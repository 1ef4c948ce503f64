import type { Server } from 'node:net'
import { CapstanError } from '../../core/capstan-error.ts'
import { ignore } from '../../core/ignore.ts'
import { listenOnce } from '../../core/listen-on.ts'
import type { AgentIdentityInput } from '../identity.ts'
import type { Sessions } from '../sessions.ts'
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
  /** Who the owner is where it sends without saying as whom; `@user` if not given. */
  owner?: AgentIdentityInput
  host?: SessionOpener
  limits?: Partial<WireLimits>
  onWarning?: (message: string) => void
  /** Is told how many clients there are, whenever that changes. */
  onClients?: (count: number) => void
}

/** A host that listens. */
export interface SessionsServer extends AsyncDisposable {
  readonly socketPath: string
  readonly clients: number
  /** Takes no more clients and cuts off those that are there, but not who asked for the end: they see when it has come. */
  dismiss(): void
  /** Takes no more clients and cuts off those that are there. The sessions go on. */
  close(): Promise<void>
}

/**
 * Serves sessions to other processes of the same user, by a socket.
 * @throws CapstanError `SOCKET_IN_USE` when somebody listens there, `SOCKET_FOLDER_OPEN` when others could.
 */
export async function serveSessions(sessions: Sessions, options: ServeOptions): Promise<SessionsServer> {
  const { socketPath, tokens, host = {}, onWarning = ignore, onClients = ignore } = options
  const net = process.getBuiltinModule('node:net')
  const connections = new Set<ServerConnection>()
  // At once, so that nobody else can be called the same.
  let owner = options.owner === undefined ? undefined : sessions.join(options.owner)
  const shared: Omit<ConnectionOptions, 'onClosed'> = {
    sessions,
    host,
    tokens,
    limits: { ...defaultLimits, ...options.limits },
    onWarning,
    owner: () => (owner ??= sessions.join({ name: 'user', handle: 'user' })),
  }
  const server = net.createServer((socket) => {
    const connection = new ServerConnection(socket, {
      ...shared,
      onClosed: () => {
        if (connections.delete(connection)) onClients(connections.size)
      },
    })
    connections.add(connection)
    onClients(connections.size)
  })
  const endRevoking = tokens.onRevoked((session) => {
    for (const connection of connections) {
      const { grant } = connection
      if (grant?.rights === 'session' && grant.session === session)
        connection.end(new CapstanError('WIRE_DENIED', 'The token was taken back'))
    }
  })
  makeSocketFolder(socketPath)
  await listen(server, socketPath)
  const closed = new Promise((resolve) => server.once('close', resolve))
  const dismiss = (isStaying = ({ hasAskedForEnd }: ServerConnection): boolean => hasAskedForEnd): void => {
    if (server.listening) server.close()
    for (const connection of connections)
      if (!isStaying(connection))
        connection.end(new CapstanError('HOST_CLOSED', 'The host of the sessions ends'))
  }
  const close = async (): Promise<void> => {
    endRevoking()
    dismiss(() => false)
    await closed
  }
  return {
    socketPath,
    get clients() {
      return connections.size
    },
    dismiss: () => dismiss(),
    close,
    [Symbol.asyncDispose]: close,
  }
}

async function listen(server: Server, socketPath: string): Promise<void> {
  try {
    await listenOnce(server, { path: socketPath })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    if (!isSocket(socketPath) || (await isAnswered(socketPath))) {
      throw new CapstanError('SOCKET_IN_USE', `Somebody listens at ${socketPath} already`, { cause: error })
    }
    // Whoever listened there ended without taking it away.
    process.getBuiltinModule('node:fs').rmSync(socketPath, { force: true })
    await listenOnce(server, { path: socketPath })
  }
  if (process.platform !== 'win32') process.getBuiltinModule('node:fs').chmodSync(socketPath, 0o600)
}

/** Nothing else is taken away. A pipe of Windows goes with its process. */
function isSocket(path: string): boolean {
  const { lstatSync } = process.getBuiltinModule('node:fs')
  return process.platform !== 'win32' && lstatSync(path, { throwIfNoEntry: false })?.isSocket() === true
}

/** Whether somebody is there who takes connections. */
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
