import { setTimeout as sleep } from 'node:timers/promises'
import type { ActionDefinition } from '../action.ts'
import type { AgentIdentityInput } from '../identity.ts'
import { createSessions } from '../create-sessions.ts'
import type { ManagedSession } from '../managed-session.ts'
import { createMcpAccess, type McpAccess } from '../mcp/mcp-access.ts'
import type { Sessions } from '../sessions.ts'
import type { ParticipantRecord } from '../store/session-store.ts'
import { openSqliteStore } from '../store/sqlite.ts'
import { type SessionsServer, serveSessions } from '../wire/serve.ts'
import { createTokens } from '../wire/tokens.ts'
import { ActionModules } from './action-modules.ts'
import { daemonFiles, ensureToken, makeDaemonFolder } from './daemon-files.ts'
import { IdleWatch } from './idle-watch.ts'

const closeGraceMs = 5000

/** What a session is opened in. */
export interface OpeningContext {
  sessions: Sessions
  mcp: McpAccess
  /** Aborted when whoever asked for it gives it up. */
  signal: AbortSignal
}

export interface DaemonOptions {
  /** Where the store, the socket, the token and the log are. */
  folder: string
  /** How it opens the session that a client asks for. */
  open: (params: Readonly<Record<string, unknown>>, context: OpeningContext) => Promise<ManagedSession>
  /** How it takes up a session that is kept. */
  takeUp: (record: ParticipantRecord, context: OpeningContext) => Promise<ManagedSession>
  /** Ends the agents of all sessions, when the daemon ends; the sessions stay and can be taken up. */
  endAgents: () => Promise<void>
  /** The actions of a module of the owner's. */
  readActions: (path: string) => Promise<readonly ActionDefinition[]>
  /** Who the owner is where it does not say as whom it sends. */
  owner: AgentIdentityInput
  /** It ends by itself when it was not needed for this time. */
  idleMs: number
  /** Ends it. */
  signal: AbortSignal
  /** It takes clients now. */
  onReady: () => void
  log: (message: string) => void
}

/**
 * Keeps sessions for other processes until it is told to end or nobody needs it. What waits and what was said stays in
 * the store; sessions are offline then, and can be taken up by the next daemon.
 * @throws CapstanError `STORE_IN_USE` when another daemon keeps them.
 */
export async function runDaemon(options: DaemonOptions): Promise<void> {
  const { folder, signal, log } = options
  const files = daemonFiles(folder)
  makeDaemonFolder(files)
  const stopping = Promise.withResolvers<string>()
  const stop = (reason: string): void => stopping.resolve(reason)
  const stopBySignal = (): void => stop('it was asked to')
  // The lock of the store is what lets only one daemon be.
  const store = openSqliteStore({ path: files.storeFile })
  const sessions = createSessions({ store, onWarning: log })
  let server: SessionsServer | undefined
  try {
    const tokens = createTokens({ owner: ensureToken(files) })
    const mcp = createMcpAccess({ socketPath: files.socketPath, tokens })
    const modules = new ActionModules(sessions, options.readActions)
    const idle = new IdleWatch(sessions, { idleMs: options.idleMs, onIdle: () => stop('nobody needs it') })
    const endReleases = sessions.events.on({ type: 'session.released' }, ({ session }) =>
      tokens.revoke(session),
    )
    server = await serveSessions(sessions, {
      socketPath: files.socketPath,
      tokens,
      owner: options.owner,
      onWarning: log,
      onClients: (count) => idle.clients(count),
      host: {
        open: (params, opening) => options.open(params, { sessions, mcp, signal: opening }),
        takeUp: (record, opening) => options.takeUp(record, { sessions, mcp, signal: opening }),
        addActions: (path) => modules.add(path),
        // Whoever said so is answered first.
        stop: () => void setImmediate(() => stop('a client said so')),
      },
    })
    signal.addEventListener('abort', stopBySignal, { once: true })
    if (signal.aborted) stopBySignal()
    options.onReady()
    log(`ready, process ${process.pid}, at ${files.socketPath}`)
    const reason = await stopping.promise
    log(`ending: ${reason}`)
    idle.stop()
    endReleases()
  } finally {
    signal.removeEventListener('abort', stopBySignal)
    server?.dismiss()
    const closed = sessions.close()
    // What is being handed over may end well; an agent that does not answer is not waited for.
    await Promise.race([closed, sleep(closeGraceMs, undefined, { ref: false })])
    await options.endAgents()
    // Whoever waits for the end sees it here, when nothing of it is left running.
    await server?.close()
    await closed
  }
}
