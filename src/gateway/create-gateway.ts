import type { IncomingMessage, ServerResponse } from 'node:http'
import type { A2EHost } from '../a2e/host.ts'
import { HttpRoutes } from '../a2e/transports/http-routes.ts'
import { CapstanError } from '../core/capstan-error.ts'
import type { Client } from '../run/client.ts'
import type { PermissionPolicy } from '../run/api/permission-policy.ts'
import type { RunSessionOptions } from '../run/session-options.ts'
import type { Sessions } from '../sessions/sessions.ts'
import type { SessionStore } from '../sessions/store/session-store.ts'
import { ClosedSessions } from './closed-sessions.ts'
import { createToolBridge } from './client-tools/socket-bridge.ts'
import type { ToolBridge } from './client-tools/tool-bridge.ts'
import { prepareToReadInput } from './ag-ui/input.lazy.ts'
import { type AutoAgentOptions, findAutoAgent } from './auto-agent.ts'
import { findDefaultAgent } from './default-agent.ts'
import { DrivenAgent } from './driven-agent.ts'
import { GatewayError } from './gateway-error.ts'
import { checkedToken } from './gateway-files.ts'
import { GatewaySessions } from './gateway-sessions.ts'
import { type GatewayTool, GatewayTools } from './gateway-tool.ts'
import { type Answering, loadApp } from './http/app.lazy.ts'
import type { GuardOptions } from './http/guard.ts'
import { shareThreads } from './http/forwarding/share-threads.ts'
import type { ThreadForwarding } from './http/forwarding/thread-forwarding.ts'
import { createLoginCookies } from './http/page/login-cookies.ts'
import type { RunRouteOptions } from './http/run-route.ts'
import { type GatewayLog, type Logger, loggerOf } from './log.ts'
import type { AgentThreads } from './threads/agent-threads.ts'
import { deferRecords } from './defer-records.ts'
import { GatewayThreads } from './threads/gateway-threads.ts'
import type { OnDisconnect } from './threads/run-sink.ts'
import type { ServedAgent } from './served-agent.ts'
import { ThreadLimits } from './threads/thread-limits.ts'
import { memoryThreadStore, type ThreadStore } from './threads/thread-store.ts'

export interface GatewayLimits {
  /** Maximum size of a request body. */
  readonly maxBodyBytes: number
  readonly bodyTimeoutMs: number
  /** Maximum number of concurrent runs. */
  readonly maxRuns: number
  /** Maximum number of threads in memory; above it, the least recently used idle thread is closed. */
  readonly maxThreads: number
  /** Maximum number of agents that are kept running for idle threads. */
  readonly maxIdleAgents: number
  /** Maximum number of running sessions that `/api/sessions` opened. */
  readonly maxSessions: number
  /** Time for a client to answer a permission request or question; it is denied after that. */
  readonly interruptMs: number
  /** Idle time after which a thread is closed and its agent stopped. */
  readonly idleMs: number
}

const defaults: GatewayLimits = {
  maxBodyBytes: 8 * 1024 * 1024,
  bodyTimeoutMs: 30_000,
  maxRuns: 1000,
  maxThreads: 1000,
  maxIdleAgents: 50,
  maxSessions: 100,
  interruptMs: 15 * 60_000,
  idleMs: 30 * 60_000,
}

export interface GatewayOptions {
  readonly client: Client
  /** Grants access to every agent. */
  readonly token: string
  /** Ids of the agents to serve. Default: all agents of the client. */
  readonly agents?: readonly string[]
  /** Id of the agent behind the name `default`. Default: the first installed agent, a simulated one last. */
  readonly defaultAgent?: string
  /** What the agent behind the name `auto` must support. Default: anything. */
  readonly auto?: AutoAgentOptions
  /** Options of every session, such as `cwd`. */
  readonly session?: RunSessionOptions
  /** Permission policy. Default: `ask`, which forwards every request to the client. */
  readonly permissions?: PermissionPolicy
  /** Stores threads and their transcripts; the gateway closes it. Default: in memory. */
  readonly store?: ThreadStore
  /** Store of the sessions of `/api/sessions`; the gateway closes it. Default: in memory. */
  readonly sessionStore?: SessionStore
  /** File of the browsers' sign-ins, as digests; deleting it signs every browser out. Default: in memory, or in a shared store. */
  readonly loginsFile?: string
  /** An A2E host to serve at `/a2e`; the gateway does not close it. */
  readonly a2e?: A2EHost
  /** Whether agents get an MCP server with client tools, gateway tools and session messaging. Default: true. */
  readonly offerTools?: boolean
  /** Allowed Host headers besides `localhost`. */
  readonly allowedHosts?: readonly string[]
  /** Origins that browsers may call the gateway from (CORS), besides its own. */
  readonly allowedOrigins?: readonly string[]
  readonly limits?: Partial<GatewayLimits>
  /** Forwards agent messages without an AG-UI equivalent as RAW events. */
  readonly raw?: boolean
  readonly onDisconnect?: OnDisconnect
  readonly log?: GatewayLog
}

/** Serves agents as AG-UI agents over HTTP. */
export interface Gateway extends AsyncDisposable {
  /** The sessions of `/api/sessions`; register actions here. */
  readonly sessions: Sessions
  /** Handles a web request, without a server. */
  fetch(request: Request): Promise<Response>
  /** Handles a request of a Node server. */
  handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void>
  /** Adds a tool that agents can call from their next session on. Returns a function that removes it. */
  registerTool(tool: GatewayTool): () => void
  /** Serves another agent. @throws CapstanError `AGENT_EXISTS` if the id is in use. */
  add(agent: ServedAgent): void
  /** Creates the path of a one-time sign-in link. */
  loginPath(): string
  /** Loads the code that the first request would wait for. A gateway that listens does it by itself. */
  preload(): Promise<void>
  /** Announces the address to the gateways that share the store of the threads; without such a store it does nothing. */
  join(url: string): Promise<void>
  /** Ends every run with a terminal event, stops all agents and writes the stores. */
  close(): Promise<void>
}

/** Creates a gateway for the agents of a client. It does not listen: see `serve`. */
export function createGateway(options: GatewayOptions): Gateway {
  const store = options.store === undefined ? memoryThreadStore() : deferRecords(options.store)
  const limits = { ...defaults, ...options.limits }
  const logger = loggerOf(options.log)
  const tools = new GatewayTools()
  const bridge = (options.offerTools ?? true) ? createToolBridge(tools) : undefined
  const { driven, sessions, threadLimits, threadsOf, closed } = driveAgents(options, {
    store,
    limits,
    logger,
    tools,
    bridge,
  })
  const agents = new Map<string, ServedAgent>(driven.map((agent) => [agent.id, agent]))
  const { cwd = process.cwd(), env } = options.session ?? {}
  const { client } = options
  const defaultAgent = findDefaultAgent({ agents, client, env }, options.defaultAgent)
  const token = checkedToken(options.token)
  const warn = (message: string): void => logger({ level: 'warn', event: 'session', message })
  const guard = guardOf(options, { token, store, warn })
  const closing = new AbortController()
  const a2e = options.a2e === undefined ? undefined : new HttpRoutes(options.a2e)
  const loginPath = (): string => `/login?code=${guard.cookies.issueCode()}`
  const forwarding = shareThreads(store, { token, agents: threadsOf })
  const threads = new GatewayThreads({ store, sessions, closed, agents: threadsOf })
  const autoAgent = findAutoAgent({ agents, client, env, threads }, options.auto)
  const api = {
    agents,
    client,
    env,
    sessions,
    threads,
    closed,
    cwd,
    loginPath,
    closing: closing.signal,
    forwarding,
  }
  const routes = runRoutes(options, { agents, limits, logger, closing: closing.signal, forwarding })
  let loading: Promise<Answering> | undefined
  let app: Answering | undefined
  const load = async (): Promise<Answering> => {
    loading ??= loadApp({ agents, defaultAgent, autoAgent, api, a2e, guard, routes, logger })
    app = await loading
    return app
  }
  const close = async (): Promise<void> => {
    if (closing.signal.aborted) return
    closing.abort()
    threadLimits.stop()
    closed.stop()
    await Promise.all(Array.from(agents.values(), (agent) => agent.close()))
    // After the threads, which report their ends to it.
    await sessions.close()
    await a2e?.close()
    await bridge?.close()
    await store.close()
    logger({ level: 'info', event: 'closed' })
  }
  return {
    sessions: sessions.sessions,
    fetch: async (request) => (app ?? (await load())).fetch(request),
    // Stay synchronous once the app is loaded: an await here makes Node buffer the body.
    handle: async (incoming, outgoing) => (app ?? (await load())).handle(incoming, outgoing),
    registerTool: (tool) => tools.register(tool),
    add: (agent) => {
      if (agents.has(agent.id)) {
        throw new CapstanError('AGENT_EXISTS', `An agent with the id ${agent.id} already exists`, {
          hint: 'Choose another id.',
        })
      }
      agents.set(agent.id, agent)
    },
    loginPath,
    preload: async () => void (await Promise.all([load(), prepareToReadInput()])),
    join: async (url) => store.shared?.join(url, token),
    close,
    [Symbol.asyncDispose]: close,
  }
}

function guardOf(
  { allowedHosts = [], allowedOrigins = [], loginsFile: file }: GatewayOptions,
  { token, store, warn }: { token: string; store: ThreadStore; warn: (message: string) => void },
): GuardOptions {
  return {
    token,
    allowedHosts: allowedHosts.map((name) => name.toLowerCase()),
    allowedOrigins,
    cookies: store.shared?.logins ?? createLoginCookies({ token, file, warn }),
    accepts: (given) => store.shared?.accepts(given) === true,
  }
}

interface GatewayParts {
  readonly store: ThreadStore
  readonly limits: GatewayLimits
  readonly logger: Logger
  readonly tools: GatewayTools
  readonly bridge: ToolBridge | undefined
}

/** The agents that Capstan drives, with their sessions and threads. */
function driveAgents(options: GatewayOptions, { store, limits, logger, tools, bridge }: GatewayParts) {
  const { client, permissions = 'ask', raw = false, offerTools = true } = options
  // Many agents can enforce a policy only if they start with it.
  const session = { permissions, ...options.session }
  const warn = (message: string): void => logger({ level: 'warn', event: 'session', message })
  const { maxSessions, interruptMs } = limits
  const sessions = new GatewaySessions({
    client,
    session,
    permissions,
    store: options.sessionStore,
    offerTools,
    maxSessions,
    warn,
  })
  const threadsOf = new Map<string, AgentThreads>()
  const closed = new ClosedSessions({
    sessions: sessions.sessions,
    agents: threadsOf,
    most: limits.maxThreads,
    warn,
  })
  const threadLimits = new ThreadLimits({ ...limits, agents: threadsOf, onClosed: (id) => closed.closed(id) })
  const ids = options.agents ?? client.adapters.list().map(({ id }) => id)
  const driven = ids.map((agent) => {
    const own = new DrivenAgent({
      agent,
      client,
      sessions,
      store,
      session,
      permissions,
      interruptMs,
      raw,
      bridge,
      tools,
      admitThread: () => threadLimits.admit(),
      warn,
    })
    threadsOf.set(agent, own.threads)
    return own
  })
  return { driven, sessions, threadLimits, threadsOf, closed }
}

function runRoutes(
  { onDisconnect = 'cancel' }: GatewayOptions,
  {
    agents,
    limits,
    logger,
    closing,
    forwarding,
  }: Pick<GatewayParts, 'limits' | 'logger'> & {
    readonly agents: ReadonlyMap<string, ServedAgent>
    readonly closing: AbortSignal
    readonly forwarding: ThreadForwarding | undefined
  },
): RunRouteOptions {
  return {
    ...limits,
    forwarding,
    onDisconnect,
    logger,
    admit: () => {
      if (closing.aborted) throw new GatewayError('gateway_closed', 'The gateway is closing')
      const busy = [...agents.values()].reduce((sum, agent) => sum + agent.busy, 0)
      if (busy < limits.maxRuns) return
      throw new GatewayError('too_many_runs', `${busy} runs are in progress`, { hint: 'Try again later.' })
    },
  }
}
