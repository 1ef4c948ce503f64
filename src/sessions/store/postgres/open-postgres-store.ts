import { CapstanError } from '../../../core/capstan-error.ts'
import { createIdFactory } from '../../../core/ids.ts'
import { version } from '../../../core/version.ts'
import type { RetentionOptions } from '../retention.ts'
import type { SessionStore } from '../session-store.ts'
import type { SharedState } from '../shared-state.ts'
import { CommitLoop } from './commit-loop.ts'
import { commitFunctionSql } from './commit-function.ts'
import type { Database } from './database.ts'
import { loadReplica } from './load.ts'
import { NodeLease } from './node-lease.ts'
import { Replica } from './replica.ts'
import { replicatedRecords } from './replicated-store.ts'
import { badSchema, isSchemaName } from './schema-name.ts'
import { createTablesSql, orphansSql, pruneSql, schemaVersion } from './schema.ts'

/** How often old records are removed. */
const pruneMs = 60_000

export interface SharedStoreOptions extends RetentionOptions {
  database: Database
  /** The schema of the tables; created if missing. Default: `capstan`. */
  schema?: string
  /** The name of this node for people. */
  name: string
  /** How long a node may be silent before others take its sessions over. Default: 10 seconds. */
  leaseMs?: number
  /** How often the log is read without a notification. Default: one second. */
  pollMs?: number
  onWarning: (message: string, cause?: unknown) => void
}

/** A store that several nodes share. */
export interface SharedStore extends SessionStore {
  readonly shared: SharedState
  readonly lease: Pick<NodeLease, 'isJoined' | 'isDraining' | 'drain'>
  readonly database: Database
  readonly schema: string
  /** Sessions of nodes whose lease has ended. */
  orphans(limit: number): Promise<string[]>
  /** Resolves when everything is applied that was committed before this call. */
  refresh(): Promise<void>
  close(): Promise<void>
}

/** Opens the store of a node in PostgreSQL. @throws CapstanError `STORE_TOO_NEW`. */
export async function openSharedStore(options: SharedStoreOptions): Promise<SharedStore> {
  const { database, schema = 'capstan', leaseMs = 10_000, pollMs = 1000, onWarning } = options
  if (!isSchemaName(schema)) throw badSchema()
  await migrate(database, schema)
  const createId = createIdFactory()
  const lease = new NodeLease({
    database,
    schema,
    name: options.name,
    version,
    leaseMs,
    createId: () => createId('nod'),
    applied: () => replica.applied,
    onLapsed: (next) => {
      onWarning('The lease of this node lapsed: its sessions stop here')
      replica.becomeNode(next, loop.inFlight)
    },
    onWarning,
  })
  const replica = new Replica({ ...options, node: lease.id, onPending: () => loop.wake() })
  const loop = new CommitLoop({
    database,
    schema,
    replica,
    pollMs,
    onWarning,
    onBehind: () => loadReplica(replica, { database, schema }),
  })
  await loadReplica(replica, { database, schema })
  await lease.start()
  const endListening = await database.listen(schema, () => loop.wake())
  loop.start()
  const prune = async (): Promise<void> => {
    for (const [sql, values] of pruneSql(schema)) {
      await database.query(sql, values(replica.tables.firstCursor()))
    }
  }
  const pruning = setInterval(() => {
    database
      .exclusively(`${schema} log`, prune)
      .catch((error: unknown) => onWarning('Could not remove old records', error))
  }, pruneMs)
  return {
    ...replicatedRecords(replica),
    shared: sharedState(replica, lease, (name, work) => database.exclusively(`${schema} ${name}`, work)),
    lease,
    database,
    schema,
    orphans: async (limit) =>
      ((await database.query(orphansSql(schema), [limit])) as { session: string }[]).map(
        ({ session }) => session,
      ),
    refresh: () => loop.refresh(),
    close: async () => {
      clearInterval(pruning)
      replica.transaction(() => {
        for (const session of replica.leases.of(replica.node)) replica.unclaim(session)
      })
      await loop.stop()
      // Work under a lock may wait for them, and its connection would never be free to close.
      replica.abandon()
      await endListening()
      await lease.stop().catch((error: unknown) => onWarning('Could not end the lease of this node', error))
      await database.close()
    },
  }
}

function sharedState(
  replica: Replica,
  lease: NodeLease,
  exclusively: SharedState['exclusively'],
): SharedState {
  return {
    get node() {
      return replica.node
    },
    lease: (session) => replica.leases.get(session),
    mayWrite: (session) => replica.mayWrite(session),
    owns: (session) => replica.leases.isOwnedBy(session, replica.node),
    mayAct: (session) => lease.check() && replica.leases.isOwnedBy(session, replica.node),
    claim: (session) => replica.claim(session),
    unclaim: (session) => replica.unclaim(session),
    durably: (work) => replica.durably(work),
    exclusively,
    subscribe: (listener) => replica.subscribe(listener),
  }
}

/** Creates the tables, one node at a time. */
async function migrate(database: Database, schema: string): Promise<void> {
  await database.script(
    `BEGIN; SELECT pg_advisory_xact_lock(hashtext('${schema}')); ${createTablesSql(schema)} COMMIT;`,
  )
  const [meta] = (await database.query(`SELECT version FROM ${schema}.meta`)) as { version: number }[]
  const found = meta?.version ?? schemaVersion
  if (found > schemaVersion) {
    throw new CapstanError(
      'STORE_TOO_NEW',
      `The session store has version ${found}; this Capstan supports up to ${schemaVersion}`,
      { hint: 'Use the Capstan version that wrote it, or a newer one; nothing was changed.' },
    )
  }
  await database.script(
    `BEGIN; SELECT pg_advisory_xact_lock(hashtext('${schema}')); ${commitFunctionSql(schema)} COMMIT;`,
  )
}
