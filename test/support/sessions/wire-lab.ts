import { mkdtempSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createSessions } from '../../../src/sessions/create-sessions.ts'
import type { ManagedSession } from '../../../src/sessions/managed-session.ts'
import type { Sessions } from '../../../src/sessions/sessions.ts'
import { connectSessions, type SessionsConnection } from '../../../src/sessions/wire/connect.ts'
import { serveSessions, type ServeOptions, type SessionsServer } from '../../../src/sessions/wire/serve.ts'
import { createTokens, type Tokens } from '../../../src/sessions/wire/tokens.ts'
import { fakeSession } from './fake-session.ts'

/** Serves two sessions, @ada and @bob, on a real socket. */
export interface WireLab extends AsyncDisposable {
  readonly folder: string
  readonly socketPath: string
  readonly sessions: Sessions
  readonly tokens: Tokens
  readonly server: SessionsServer
  readonly ada: ManagedSession
  readonly bob: ManagedSession
  readonly warnings: string[]
  /** Connects as the owner, or as a session. */
  connect(session?: ManagedSession): Promise<SessionsConnection>
  /** A client that can write any line. */
  raw(): Promise<RawClient>
}

export interface RawClient {
  readonly socket: Socket
  write(line: unknown): void
  /** The next line of the server; undefined once it has closed. */
  next(): Promise<unknown>
}

export async function createWireLab(options: Partial<ServeOptions> = {}): Promise<WireLab> {
  const folder = mkdtempSync(join(tmpdir(), 'capstan-wire-'))
  const socketPath = join(folder, 'own', 'socket')
  const sessions = createSessions()
  const tokens = createTokens()
  const owner = tokens.issue({ rights: 'owner' })
  const warnings: string[] = []
  const release = (): Promise<void> => Promise.resolve()
  const register = (handle: string): ManagedSession =>
    sessions.register(fakeSession({ handle, methods: { release } }))
  const [ada, bob] = [register('ada'), register('bob')]
  const server = await serveSessions(sessions, {
    socketPath,
    tokens,
    onWarning: (message) => void warnings.push(message),
    ...options,
  })
  const open: SessionsConnection[] = []
  const sockets: Socket[] = []
  return {
    folder,
    socketPath,
    sessions,
    tokens,
    server,
    ada,
    bob,
    warnings,
    connect: async (session) => {
      const token =
        session === undefined ? owner : tokens.issue({ rights: 'session', session: session.identity.id })
      const connection = await connectSessions({ socketPath, token })
      open.push(connection)
      return connection
    },
    raw: async () => {
      const socket = connect(socketPath)
      sockets.push(socket)
      await new Promise((resolve) => socket.once('connect', resolve))
      return rawClient(socket)
    },
    [Symbol.asyncDispose]: async () => {
      for (const connection of open) await connection.close()
      for (const socket of sockets) socket.destroy()
      await server.close()
      await sessions.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function rawClient(socket: Socket): RawClient {
  socket.on('error', () => undefined)
  const lines = createInterface({ input: socket })[Symbol.asyncIterator]()
  return {
    socket,
    write: (line) => void socket.write(typeof line === 'string' ? line : `${JSON.stringify(line)}\n`),
    next: async () => {
      const { value, done } = await lines.next()
      return done ? undefined : (JSON.parse(value) as unknown)
    },
  }
}
