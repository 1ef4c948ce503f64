import { CapstanError } from '../core/capstan-error.ts'
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
  /** Where the gateways that share the store reach this one. Default: the address that it listens on. */
  readonly advertise?: string
}

/**
 * Serves the agents of a client as AG-UI agents, by default on 127.0.0.1:8787. Threads can be continued after a restart.
 * @throws CapstanError `GATEWAY_NOT_LISTENING` if the port is unavailable, `STORE_IN_USE` if another gateway stores its
 * sessions in the same folder.
 */
export async function serve(options: ServeOptions): Promise<GatewayServer> {
  const { hostname, port, portTries, tokenFile, advertise, keepSessions = false, ...rest } = options
  const files = gatewayFiles(dataFolder())
  if (options.store?.shared !== undefined) requireReachable(options)
  const token = options.token ?? ensureTokenFile(tokenFile ?? files.tokenFile)
  const gateway = createGateway({
    store: options.store ?? (await openThreadStore(files.threadsFile)),
    loginsFile: files.loginsFile,
    ...(keepSessions ? { sessionStore: await openStore(files.sessionsFile) } : {}),
    ...rest,
    token,
  })
  const { listen } = await import('./server.ts')
  try {
    const server = await listen(gateway, {
      ...(hostname === undefined ? {} : { hostname }),
      ...(port === undefined ? {} : { port }),
      ...(portTries === undefined ? {} : { portTries }),
    })
    await gateway.join(advertise ?? server.url).catch(async (error: unknown) => {
      await server.close()
      throw error
    })
    return server
  } catch (error) {
    await gateway.close()
    throw error
  }
}

/** @throws CapstanError `ADVERTISE_MISSING` if other gateways cannot use the address that this one listens on. */
function requireReachable({ hostname = '', advertise }: ServeOptions): void {
  if (advertise !== undefined || !['0.0.0.0', '::'].includes(hostname)) return
  throw new CapstanError('ADVERTISE_MISSING', `Other gateways cannot reach this one at ${hostname}`, {
    hint: 'Set advertise to the address of this machine, such as http://10.0.0.1:8787.',
    commandHint: 'Set --advertise to the address of this machine, such as http://10.0.0.1:8787.',
  })
}

async function openStore(file: string): Promise<SessionStore> {
  const { openSqliteStore } = await import('../sessions/store/sqlite.ts')
  process.getBuiltinModule('node:fs').mkdirSync(process.getBuiltinModule('node:path').dirname(file), {
    recursive: true,
    mode: 0o700,
  })
  return openSqliteStore({ path: file })
}
