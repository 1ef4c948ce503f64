import { dataFolder } from '../agents/folders.ts'
import { createGateway, type GatewayOptions } from './create-gateway.ts'
import { ensureTokenFile, gatewayFiles } from './gateway-files.ts'
import type { GatewayServer, ListenOptions } from './server.ts'
import { fileThreadStore } from './thread-store.ts'

export interface ServeOptions extends Omit<GatewayOptions, 'token'>, ListenOptions {
  /** Kept in a file of Capstan's data folder unless given, and made with the first start. */
  readonly token?: string
  readonly tokenFile?: string
}

/**
 * Serves the agents of a client as AG-UI agents, on 127.0.0.1:8787 unless told otherwise. Threads go on after a restart.
 * @throws CapstanError `GATEWAY_NOT_LISTENING` when the port is not to be had.
 */
export async function serve(options: ServeOptions): Promise<GatewayServer> {
  const { hostname, port, tokenFile, ...rest } = options
  const files = gatewayFiles(dataFolder())
  const gateway = createGateway({
    store: fileThreadStore(files.threadsFile),
    ...rest,
    token: options.token ?? ensureTokenFile(tokenFile ?? files.tokenFile),
  })
  const { listen } = await import('./server.ts')
  return await listen(gateway, {
    ...(hostname === undefined ? {} : { hostname }),
    ...(port === undefined ? {} : { port }),
  })
}
