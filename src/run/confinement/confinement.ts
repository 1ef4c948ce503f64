import type { ChildProcess } from 'node:child_process'
import { isAbsolute } from 'node:path'
import { ignore } from '../../core/ignore.ts'
import type { AgentEvent } from '../../events/event.ts'
import type { PermissionRequestedEvent } from '../../events/permission.ts'
import type { ModelProxy, ModelProxyOptions } from '../../proxy/model-proxy.ts'
import type { BlockedRequest } from '../../proxy/proxy-context.ts'
import { Sandbox } from '../../sandbox/sandbox.ts'
import { AccessWatch } from './access-watch.ts'
import { agentHosts, localHosts } from './agent-hosts.ts'
import { AllowedCalls } from './allowed-calls.ts'
import { AllowedChanges } from './allowed-changes.ts'
import { blockedHost } from './blocked-event.ts'
import type { ConfinementRequest } from './confinement-request.ts'
import { bundleMounts, type Certificates, writeCertificates } from './certificates.ts'
import { mcpNeeds, serversNaming } from './mcp-needs.ts'
import { type ProviderAddresses, providerAddresses } from './provider-addresses.ts'
import { proxyVariables } from './proxy-variables.ts'
import { createRunHome, type RunHome } from '../home/run-home.ts'
import type { CallGrant } from '../permissions/call-grant.ts'

type CreateProxy = (options: ModelProxyOptions) => ModelProxy

/** The sandbox, the home and the model proxy of one agent process. */
export class Confinement {
  /** The variables of the confined agent. */
  readonly environment: Readonly<Record<string, string>>
  readonly #home: RunHome
  readonly #proxy: ModelProxy | undefined
  readonly #sandbox: Sandbox
  readonly #local: ProviderAddresses['local']
  readonly #calls: AllowedCalls
  readonly #changes: AllowedChanges
  readonly #watch: AccessWatch
  readonly #onBlocked: ConfinementRequest['onBlocked']

  /** @throws CapstanError `SANDBOX_UNAVAILABLE`, or the error of a settings file that cannot be read. */
  static async create(request: ConfinementRequest, createProxy: CreateProxy): Promise<Confinement> {
    const { definition, environment, limits } = request
    const home = await createRunHome(definition, {
      environment,
      runFolders: request.folders,
      keys: request.keys,
      keepsSessions: limits.keepsSessions,
      onLost: (name) => request.onBlocked({ kind: 'path', name, problem: 'login' }),
    })
    try {
      return await Confinement.#around(home, request, createProxy)
    } catch (error) {
      await home.close()
      throw error
    }
  }

  static async #around(
    home: RunHome,
    request: ConfinementRequest,
    createProxy: CreateProxy,
  ): Promise<Confinement> {
    const { definition, limits, meter, callerEnvironment } = request
    const needs = mcpNeeds(limits.mcpServers)
    const provided = definition.provider?.baseUrl
    const urls = [...home.urls, ...(provided === undefined ? [] : [provided])]
    const addressesWith = (more: readonly string[]): ProviderAddresses =>
      providerAddresses([...urls, ...more], home.environment)
    const addresses = addressesWith(needs.urls)
    if (limits.hosts === undefined) return new Confinement(home, { request, addresses })
    const { outerEnvironment: environment, logins } = home
    const own = agentHosts(definition, { addresses, environment, logins })
    // A key is for the provider, not for MCP servers: they could return it to the agent.
    const hostsOf = (some: ProviderAddresses): string[] => [
      ...agentHosts(definition, { addresses: some, environment, logins }),
      ...localHosts(some),
    ]
    let onBlocked: (blocked: BlockedRequest) => void = ignore
    const proxy = createProxy({
      hosts: [...own, ...limits.hosts],
      intercepted: isReadable(definition) ? own : [],
      keys: home.keys.map((key) => {
        const servers = serversNaming(limits.mcpServers, key.variables)
        return { ...key, hosts: hostsOf(addressesWith(mcpNeeds(servers).urls)) }
      }),
      environment: { ...home.outerEnvironment, ...callerEnvironment },
      onCall: (call) => meter?.observe(call),
      onBlocked: (blocked) => onBlocked(blocked),
    })
    const certificates = isReadable(definition)
      ? await writeCertificates(home, { proxy, environment: callerEnvironment })
      : undefined
    const confinement = new Confinement(home, { request, addresses, proxy, certificates })
    onBlocked = (blocked) => confinement.#watch.hostBlocked(blockedHost(blocked))
    return confinement
  }

  private constructor(
    home: RunHome,
    {
      request,
      addresses,
      proxy,
      certificates,
    }: {
      request: ConfinementRequest
      addresses: ProviderAddresses
      proxy?: ModelProxy
      certificates?: Certificates | undefined
    },
  ) {
    const { cwd, limits, programs, folders } = request
    const needs = mcpNeeds(limits.mcpServers)
    const port = freePort(addresses.local)
    this.#home = home
    this.#proxy = proxy
    this.#local = addresses.local
    this.environment =
      proxy === undefined
        ? home.environment
        : {
            ...withoutFolders(home.environment),
            ...proxyVariables({
              url: `http://127.0.0.1:${port}`,
              bundle: certificates?.shown,
              isForLocal: false,
            }),
          }
    this.#sandbox = new Sandbox({
      workspace: [cwd, ...limits.additionalDirectories],
      access: limits.access,
      shown: request.definition.home?.instructions ?? [],
      scratch: request.definition.home?.scratch ?? [],
      readable: limits.readable,
      writable: [...limits.writable, ...folders.filter((folder) => isAbsolute(folder))],
      home: { path: home.at, from: home.path },
      mounts: [...home.mounts, ...(certificates === undefined ? [] : bundleMounts(certificates.file))],
      sockets: needs.sockets,
      datagrams: request.definition.home?.datagrams === true,
      programs: [...programs, ...needs.programs],
      environment: this.environment,
      network: proxy === undefined ? 'open' : { ports: [port, ...addresses.local.keys()] },
    })
    this.#onBlocked = request.onBlocked
    this.#watch = new AccessWatch({
      workspace: [cwd, ...limits.additionalDirectories],
      isReading: limits.access !== 'hidden',
      shows: (path) => this.#sandbox.shows(path),
      optionalHosts: request.definition.home?.optionalHosts ?? [],
      onBlocked: request.onBlocked,
    })
    this.#changes = new AllowedChanges({
      workspace: [cwd, ...limits.additionalDirectories],
      sandbox: this.#sandbox,
      onUnnamed: (files) => request.onBlocked({ kind: 'path', name: listed(files), problem: 'unnamed' }),
    })
    this.#calls = new AllowedCalls(async ({ writes, hosts }) => {
      const forget = proxy?.allow(hosts) ?? ignore
      const close = await this.#changes.allow(writes).catch((error: unknown) => {
        forget()
        throw error
      })
      return () => {
        close()
        forget()
      }
    })
  }

  /** The command that starts a command confined. */
  command(words: readonly string[]): [string, ...string[]] {
    return this.#sandbox.command(words)
  }

  get stdio(): Sandbox['stdio'] {
    return this.#sandbox.stdio
  }

  /** Call it with the started process. */
  attach(child: ChildProcess): void {
    this.#sandbox.attach(child, {
      onSocket: (port, server) => {
        const upstream = this.#local.get(port)
        if (upstream === undefined) this.#proxy?.serve(server)
        else this.#proxy?.serveUpstream(server, upstream)
      },
      onHeld: (file) => this.#onBlocked({ kind: 'path', name: file, problem: 'held' }),
    })
  }

  /** Opens the sandbox for an allowed tool call, before the agent gets the answer. */
  allowed(request: PermissionRequestedEvent, grant: CallGrant): Promise<void> {
    return this.#calls.allowed(request, grant)
  }

  observe(event: AgentEvent): void {
    this.#calls.observe(event)
    this.#watch.observe(event)
  }

  /** Resolves when what the turn changed has been checked. */
  async endTurn(): Promise<void> {
    this.#calls.endTurn()
    this.#watch.endTurn()
    await this.#changes.settled()
  }

  /** Refuses all further model calls, until the returned function is called. */
  halt(message: string): () => void {
    return this.#proxy?.halt(message) ?? (() => {})
  }

  /** Call it when the agent has exited or did not start. */
  async close(): Promise<void> {
    await this.#sandbox.close()
    await this.#proxy?.close()
    await this.#home.close()
  }
}

/** The first paths of a list, and how many more there are. */
function listed(paths: readonly string[], most = 5): string {
  const more = paths.length > most ? ` and ${paths.length - most} more` : ''
  return `${paths.slice(0, most).join(', ')}${more}`
}

/** Whether the agent trusts the proxy's certificate, so that its requests can be counted and get their keys. */
function isReadable({ home }: ConfinementRequest['definition']): boolean {
  return home !== undefined && home.unreadable === undefined
}

/** The bundle of the run holds the certificates of the user's folders, which the agent does not see. */
function withoutFolders(environment: Readonly<Record<string, string>>): Record<string, string> {
  const { SSL_CERT_DIR: _, ...rest } = environment
  return rest
}

/** The port of the proxy inside the sandbox, where nothing else listens but providers of this machine. */
function freePort(taken: ReadonlyMap<number, string>): number {
  let port = 3128
  while (taken.has(port)) port++
  return port
}
