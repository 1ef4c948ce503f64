import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { makeToken } from '../../core/token.ts'
import { makeTemporaryFolder, removeTemporaryFolder } from '../../process/temporary-folder.ts'
import { everywhere } from '../../proxy/hosts/host-rules.ts'
import type { ModelProxy, ModelProxyOptions } from '../../proxy/model-proxy.ts'
import { settingsAddresses } from '../home/settings-addresses.ts'
import { agentHosts, localHosts } from './agent-hosts.ts'
import { blockedHost } from './blocked-event.ts'
import { writeCertificates } from './certificates.ts'
import type { ConfinementRequest } from './confinement-request.ts'
import { providerAddresses } from './provider-addresses.ts'
import { proxyVariables } from './proxy-variables.ts'

export type AgentProxyRequest = Pick<
  ConfinementRequest,
  'definition' | 'environment' | 'callerEnvironment' | 'meter' | 'onBlocked'
>

/** The model proxy of an agent in an open network: it counts the model calls and can stop them, and refuses no host. */
export class AgentProxy {
  /** The variables of the agent. */
  readonly environment: Readonly<Record<string, string>>
  readonly #proxy: ModelProxy
  /** The folder with the certificates that the agent trusts. */
  readonly folder: string

  /** @throws what keeps a server from listening on loopback. Nothing is left behind then. */
  static async create(
    { definition, environment, callerEnvironment, meter, onBlocked }: AgentProxyRequest,
    createProxy: (options: ModelProxyOptions) => ModelProxy,
  ): Promise<AgentProxy> {
    const { urls, variables } = await settingsAddresses(definition, environment)
    const given = { ...variables, ...environment }
    const provided = definition.provider?.baseUrl
    const addresses = providerAddresses([...urls, ...(provided === undefined ? [] : [provided])], given)
    const password = makeToken()
    const proxy = createProxy({
      hosts: everywhere,
      intercepted: [...agentHosts(definition, { addresses, environment: given }), ...localHosts(addresses)],
      keys: [],
      environment: { ...given, ...callerEnvironment },
      onCall: (call) => meter?.observe(call),
      onBlocked: (blocked) => onBlocked(blockedHost(blocked)),
      password,
    })
    const folder = await makeTemporaryFolder('capstan-proxy-')
    try {
      const listener = createServer()
      const { file } = await writeCertificates(
        { path: folder, at: folder, environment: given },
        { proxy, environment: callerEnvironment },
      )
      const url = `http://capstan:${password}@127.0.0.1:${await portOf(listener)}`
      proxy.serve(listener.unref())
      return new AgentProxy(proxy, {
        folder,
        environment: {
          ...environment,
          ...proxyVariables({ url, bundle: file, isForLocal: addresses.local.size > 0 }),
        },
      })
    } catch (error) {
      await proxy.close()
      await removeTemporaryFolder(folder)
      throw error
    }
  }

  private constructor(
    proxy: ModelProxy,
    { folder, environment }: { folder: string; environment: AgentProxy['environment'] },
  ) {
    this.#proxy = proxy
    this.folder = folder
    this.environment = environment
  }

  /** Refuses all further model calls, until the returned function is called. */
  halt(message: string): () => void {
    return this.#proxy.halt(message)
  }

  /** Call it when the agent has exited or did not start. */
  async close(): Promise<void> {
    await this.#proxy.close()
    await removeTemporaryFolder(this.folder)
  }
}

async function portOf(listener: Server): Promise<number> {
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  return (listener.address() as AddressInfo).port
}
