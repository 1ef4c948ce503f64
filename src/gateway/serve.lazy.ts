import { dataFolder } from '../core/files/data-folder.ts'
import type { SessionStore } from '../sessions/store/session-store.ts'
import { createGateway, type GatewayOptions } from './create-gateway.ts'
import { ensureTokenFile, gatewayFiles } from './gateway-files.ts'
import type { GatewayServer, ListenOptions } from './server.ts'
import { openThreadStore } from './threads/thread-store.lazy.ts'

export interface ServeOptions extends Omit<GatewayOptions, 'token'>, ListenOptions {
  /** Default: the token in a file of Capstan's data folder, created on the first start. */
  readonly token?: string
  readonly tokenFile?: string
  /** Stores the sessions in Capstan's data folder, so that they can be resumed after a restart. */
  readonly keepSessions?: boolean
}

/**
 * Serves the agents of a client as AG-UI agents, by default on 127.0.0.1:8787. Threads can be continued after a restart.
 * @throws CapstanError `GATEWAY_NOT_LISTENING` if the port is unavailable, `STORE_IN_USE` if another gateway stores its
 * sessions in the same folder.
 */
export async function serve(options: ServeOptions): Promise<GatewayServer> {
  const { hostname, port, portTries, tokenFile, keepSessions = false, ...rest } = options
  const files = gatewayFiles(dataFolder())
  const token = options.token ?? ensureTokenFile(tokenFile ?? files.tokenFile)
  const gateway = createGateway({
    store: await openThreadStore(files.threadsFile),
    loginsFile: files.loginsFile,
    ...(keepSessions ? { sessionStore: await openStore(files.sessionsFile) } : {}),
    ...rest,
    token,
  })
  const { listen } = await import('./server.ts')
  try {
    return await listen(gateway, {
      ...(hostname === undefined ? {} : { hostname }),
      ...(port === undefined ? {} : { port }),
      ...(portTries === undefined ? {} : { portTries }),
    })
  } catch (error) {
    await gateway.close()
    throw error
  }
}

async function openStore(file: string): Promise<SessionStore> {
  const { openSqliteStore } = await import('../sessions/store/sqlite.ts')
  process.getBuiltinModule('node:fs').mkdirSync(process.getBuiltinModule('node:path').dirname(file), {
    recursive: true,
    mode: 0o700,
  })
  return openSqliteStore({ path: file })
}
