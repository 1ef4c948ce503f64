import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSessions } from '../../../src/sessions/create-sessions.ts'
import { makeToken } from '../../../src/core/token.ts'
import { openSharedTokens } from '../../../src/sessions/fleet/shared-tokens.ts'
import { joinFleet } from '../../../src/sessions/fleet/join-fleet.ts'
import type { Sessions } from '../../../src/sessions/sessions.ts'
import type { Database } from '../../../src/sessions/store/postgres/database.ts'
import type { SharedStore } from '../../../src/sessions/store/postgres/open-postgres-store.ts'
import type { ParticipantRecord } from '../../../src/sessions/store/session-store.ts'
import { connectSessions, type SessionsConnection } from '../../../src/sessions/wire/connect.ts'
import { serveSessions } from '../../../src/sessions/wire/serve.ts'
import type { SessionOpener } from '../../../src/sessions/wire/session-opener.ts'
import { TestServer } from './test-server.ts'

/** One node with its socket. */
export interface LabNode extends AsyncDisposable {
  readonly database: Database & { isReachable: boolean }
  readonly store: SharedStore
  readonly sessions: Sessions
  /** A client with the owner's token. */
  readonly client: SessionsConnection
  /** A client with another token. */
  readonly connect: (token: string) => Promise<SessionsConnection>
  readonly warnings: string[]
  /** Sessions that this node was asked to start again after a takeover. */
  readonly resumed: string[]
}

/** Nodes that share one database in this process. */
export class FleetLab implements AsyncDisposable {
  readonly server = new TestServer()
  readonly #nodes: LabNode[] = []
  #schema = this.server.schema()

  /** The next nodes share a new database. */
  reset(): void {
    this.#schema = this.server.schema()
  }

  async node(
    options: {
      leaseMs?: number
      resume?: (record: ParticipantRecord, sessions: Sessions) => void | Promise<void>
      opener?: (sessions: Sessions) => SessionOpener
    } = {},
  ): Promise<LabNode> {
    const { leaseMs = 10_000, resume } = options
    const database = this.server.database()
    const warnings: string[] = []
    const resumed: string[] = []
    const onWarning = (message: string): void => void warnings.push(message)
    const store = await this.server.open({ schema: this.#schema, database, leaseMs, onWarning })
    const sessions = createSessions({ store, onWarning })
    const folder = mkdtempSync(join(tmpdir(), 'capstan-fleet-'))
    const token = makeToken()
    const { schema } = store
    const tokens = await openSharedTokens({ database, schema, owner: token, onWarning })
    const socketPath = join(folder, 'own', 'socket')
    const opener = options.opener?.(sessions) ?? {}
    const member = await joinFleet({
      store,
      sessions,
      opener,
      owner: () => sessions.join({ name: 'user', handle: 'user' }),
      resume: async (record) => {
        resumed.push(record.identity.handle)
        await resume?.(record, sessions)
      },
      onWarning,
    })
    const server = await serveSessions(sessions, {
      socketPath,
      tokens,
      opener,
      router: member.router,
      owner: { name: 'user', handle: 'user' },
    })
    const client = await connectSessions({ socketPath, token })
    const others: SessionsConnection[] = []
    let closing: Promise<void> | undefined
    const close = async (): Promise<void> => {
      for (const connection of [client, ...others]) await connection.close()
      await server.close()
      await member.leave()
      await tokens.close()
      await sessions.close()
      rmSync(folder, { recursive: true, force: true })
    }
    const node: LabNode = {
      database,
      store,
      sessions,
      client,
      connect: async (given) => {
        const connection = await connectSessions({ socketPath, token: given })
        others.push(connection)
        return connection
      },
      warnings,
      resumed,
      [Symbol.asyncDispose]: () => (closing ??= close()),
    }
    this.#nodes.push(node)
    return node
  }

  async closeNodes(): Promise<void> {
    for (const node of this.#nodes.splice(0)) {
      node.database.isReachable = true
      await node[Symbol.asyncDispose]()
    }
    this.reset()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.closeNodes()
    await this.server[Symbol.asyncDispose]()
  }
}
