import { setTimeout as sleep } from 'node:timers/promises'
import type { ActionDefinition } from '../action.ts'
import type { AgentIdentityInput } from '../identity.ts'
import { createSessions } from '../create-sessions.ts'
import type { ManagedSession } from '../managed-session.ts'
import type { RetentionPolicy } from '../housekeeping.ts'
import { createMcpAccess, type McpAccess } from '../mcp/mcp-access.ts'
import type { Sessions } from '../sessions.ts'
import type { ParticipantRecord } from '../store/session-store.ts'
import { type FleetMember, joinFleet, type JoinFleetOptions } from '../fleet/join-fleet.ts'
import type { SqliteStoreOptions } from '../store/sqlite.ts'
import { type SessionsServer, serveSessions } from '../wire/serve.ts'
import type { SessionOpener } from '../wire/session-opener.ts'
import { openSharedTokens, type SharedTokens } from '../fleet/shared-tokens.ts'
import type { SharedStore } from '../store/postgres/open-postgres-store.ts'
import type { NetworkListenOptions } from '../wire/remote/network-address.ts'
import { createTokens } from '../wire/tokens.ts'
import { openDaemonStore } from './daemon-store.ts'
import { daemonFiles, ensureToken, makeDaemonFolder } from './daemon-files.ts'
import { IdleWatch } from './idle-watch.ts'
import { warningText } from './warning-text.ts'

const closeGraceMs = 5000

/** The daemon's resources for opening a session. */
export interface OpeningContext {
  sessions: Sessions
  mcp: McpAccess
  /** Aborted when the client cancels the request. */
  signal: AbortSignal
}

export interface DaemonOptions {
  /** Holds the store, the socket, the token and the log. */
  folder: string
  /** Opens the session that a client requests. */
  open: (params: Readonly<Record<string, unknown>>, context: OpeningContext) => Promise<ManagedSession>
  /** Resumes a stored session. */
  resume: (
    record: ParticipantRecord,
    context: OpeningContext & { env: Readonly<Record<string, string>> },
  ) => Promise<ManagedSession>
  /** Ends all agents when the daemon stops; the sessions stay resumable. */
  endAgents: () => Promise<void>
  /** Reads the actions of a module. */
  readActions: (path: string) => Promise<readonly ActionDefinition[]>
  /** The address of a PostgreSQL database that nodes share. Default: a file in the folder. */
  store?: string
  /** Also listens for sessions of other machines. */
  listen?: NetworkListenOptions
  /** The sender of the owner's messages unless the request names another. */
  owner: AgentIdentityInput
  /** How long ended records are kept. */
  retention?: Partial<RetentionPolicy>
  /** When commits reach the disk. */
  synchronous?: NonNullable<SqliteStoreOptions['synchronous']>
  /** The daemon stops after this time without sessions and clients. */
  idleMs: number
  /** Stops the daemon. */
  signal: AbortSignal
  /** Called when the daemon accepts clients. */
  onReady: () => void
  log: (message: string) => void
}

/**
 * Runs sessions for other processes until it is stopped or idle. Messages and events stay in the store; its sessions
 * go offline and the next daemon can resume them.
 * @throws CapstanError `STORE_IN_USE` if another daemon runs.
 */
export async function runDaemon(options: DaemonOptions): Promise<void> {
  const { folder, signal, log } = options
  const files = daemonFiles(folder)
  makeDaemonFolder(files)
  const stopping = Promise.withResolvers<string>()
  const stop = (reason: string): void => stopping.resolve(reason)
  const stopBySignal = (): void => stop('received a stop signal')
  // The store lock ensures that only one daemon runs.
  const { retention = {}, synchronous = 'normal' } = options
  const warn = (message: string, cause?: unknown): void => log(warningText(message, cause))
  const address = options.store
  const { store, shared, unlock } = await openDaemonStore(files, { address, synchronous, warn })
  const sessions = createSessions({ store, retention, onWarning: warn })
  let server: SessionsServer | undefined
  let member: FleetMember | undefined
  let fleetTokens: SharedTokens | undefined
  try {
    const owner = ensureToken(files)
    fleetTokens = shared === undefined ? undefined : await openFleetTokens(shared, { owner, warn })
    const tokens = fleetTokens ?? createTokens({ owner })
    const mcp = createMcpAccess({ socketPath: files.socketPath, tokens })
    const modules = new ActionModules(sessions, options.readActions)
    // A node of a fleet stays: it may have to take over sessions of others.
    const idle =
      shared === undefined
        ? new IdleWatch(sessions, {
            idleMs: options.idleMs,
            onIdle: () => stop('no sessions and no clients'),
          })
        : undefined
    const endReleases = sessions.events.on({ type: 'session.released' }, ({ session }) =>
      tokens.revoke(session),
    )
    const opener: SessionOpener = {
      open: (params, opening) => options.open(params, { sessions, mcp, signal: opening }),
      resume: (record, { signal: opening, env = {} }) =>
        options.resume(record, { sessions, mcp, signal: opening, env }),
      addActions: (path) => modules.add(path),
      // Answer the client first.
      stop: () => void setImmediate(() => stop('a client requested it')),
    }
    if (shared !== undefined) {
      member = await joinAsNode(shared, { options, sessions, opener, mcp, onWarning: warn })
    }
    server = await serveSessions(sessions, {
      socketPath: files.socketPath,
      tokens,
      owner: options.owner,
      onWarning: log,
      onClients: (count) => idle?.clients(count),
      opener,
      ...(options.listen === undefined ? {} : { listen: options.listen }),
      ...(member === undefined ? {} : { router: member.router }),
    })
    if (server.url !== undefined) log(`listening for other machines at ${server.url}`)
    signal.addEventListener('abort', stopBySignal, { once: true })
    if (signal.aborted) stopBySignal()
    options.onReady()
    log(`ready, process ${process.pid}, at ${files.socketPath}`)
    const reason = await stopping.promise
    log(`stopping: ${reason}`)
    idle?.stop()
    endReleases()
  } finally {
    signal.removeEventListener('abort', stopBySignal)
    server?.dismiss()
    await member?.leave()
    await fleetTokens?.close()
    const closed = sessions.close()
    // Let running deliveries finish, but do not wait for an agent that hangs.
    await Promise.race([closed, sleep(closeGraceMs, undefined, { ref: false })])
    await options.endAgents()
    // Clients waiting for the stop see the close only now, when no agent is left.
    await server?.close()
    await closed
    unlock()
  }
}

function joinAsNode(
  store: SharedStore,
  {
    options,
    mcp,
    ...parts
  }: Pick<JoinFleetOptions, 'sessions' | 'opener' | 'onWarning'> & { options: DaemonOptions; mcp: McpAccess },
): Promise<FleetMember> {
  const { sessions } = parts
  return joinFleet({
    ...parts,
    store,
    owner: () => sessions.join(options.owner),
    resume: (record) => resumeLost(record, { options, sessions, mcp }),
  })
}

function openFleetTokens(
  { database, schema }: SharedStore,
  { owner, warn }: { owner: string; warn: (message: string, cause?: unknown) => void },
): Promise<SharedTokens> {
  return openSharedTokens({ database, schema, owner, onWarning: warn })
}

/** Starts a session of a lost node here, without its conversation if the agent cannot reach it. */
async function resumeLost(
  record: ParticipantRecord,
  { options, sessions, mcp }: { options: DaemonOptions; sessions: Sessions; mcp: McpAccess },
): Promise<void> {
  const { signal, log } = options
  const context = { sessions, mcp, signal, env: {} }
  try {
    await options.resume(record, context)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    log(`@${record.identity.handle} starts without its conversation: ${why}`)
    await options.resume(withoutContext(record), context)
  }
}

function withoutContext(record: ParticipantRecord): ParticipantRecord {
  const { origin = {}, identity } = record
  const { agentSessionId: _, ...rest } = origin
  const metadata = { ...identity.metadata, contextLost: new Date().toISOString() }
  return { ...record, origin: { ...rest, identity: { ...identity, metadata } } }
}

/** Actions loaded from the owner's modules. */
class ActionModules {
  readonly #sessions: Sessions
  readonly #read: (path: string) => Promise<readonly ActionDefinition[]>
  /** Removes the actions of a module, by path. */
  readonly #removers = new Map<string, () => void>()

  constructor(sessions: Sessions, read: (path: string) => Promise<readonly ActionDefinition[]>) {
    this.#sessions = sessions
    this.#read = read
  }

  /** Registers all actions of a module, or none; replaces the module's earlier actions. */
  async add(path: string): Promise<string[]> {
    const actions = await this.#read(path)
    this.#removers.get(path)?.()
    this.#removers.delete(path)
    const registered: (() => void)[] = []
    const remove = (): void => {
      for (const end of registered) end()
    }
    try {
      for (const action of actions) registered.push(this.#sessions.actions.register(action))
    } catch (error) {
      remove()
      throw error
    }
    this.#removers.set(path, remove)
    return actions.map(({ name }) => name)
  }
}
