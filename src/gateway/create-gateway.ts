import type { IncomingMessage, ServerResponse } from 'node:http'
import type { A2EHost } from '../a2e/host.ts'
import { HttpRoutes } from '../a2e/transports/http-routes.ts'
import { CapstanError } from '../core/capstan-error.ts'
import type { Client } from '../run/client.ts'
import type { PermissionPolicy } from '../run/api/permission-policy.ts'
import type { RunSessionOptions } from '../run/session-options.ts'
import type { Sessions } from '../sessions/sessions.ts'
import type { SessionStore } from '../sessions/store/session-store.ts'
import { createToolBridge } from './client-tools/socket-bridge.ts'
import { DrivenAgent } from './driven-agent.ts'
import { GatewayError } from './gateway-error.ts'
import { shortestToken } from './gateway-files.ts'
import { GatewaySessions } from './gateway-sessions.ts'
import { type GatewayTool, GatewayTools } from './gateway-tool.ts'
import { type Answering, loadApp } from './http/app.lazy.ts'
import { createLoginCookies, type GuardOptions } from './http/guard.ts'
import type { RunRouteOptions } from './http/run-route.ts'
import { type GatewayLog, loggerOf } from './log.ts'
import type { OnDisconnect } from './threads/run-sink.ts'
import type { ServedAgent } from './served-agent.ts'
import { memoryThreadStore, type ThreadStore } from './threads/thread-store.ts'

/** What a gateway keeps within. */
export interface GatewayLimits {
  /** Of the input of a run. */
  readonly maxBodyBytes: number
  readonly bodyTimeoutMs: number
  /** Runs that may be under way at once. */
  readonly maxRuns: number
  /** Threads that may be open at once, in all agents. */
  readonly maxThreads: number
  /** Sessions of `/api/sessions` that may have an agent that runs. */
  readonly maxSessions: number
  /** How long a client may take to answer a question of the agent, which is refused then. */
  readonly interruptMs: number
  /** After how long a thread in which nothing is done lets its agent go. */
  readonly idleMs: number
}

const defaults: GatewayLimits = {
  maxBodyBytes: 8 * 1024 * 1024,
  bodyTimeoutMs: 30_000,
  maxRuns: 1000,
  maxThreads: 1000,
  maxSessions: 100,
  interruptMs: 15 * 60_000,
  idleMs: 30 * 60_000,
}

export interface GatewayOptions {
  readonly client: Client
  /** Whoever holds it may use every agent. */
  readonly token: string
  /** The agents of the client that are served; all of them unless given. */
  readonly agents?: readonly string[]
  /** What every session is opened with, such as `cwd`. */
  readonly session?: RunSessionOptions
  /** What is left to clients when an agent asks; everything unless given. */
  readonly permissions?: PermissionPolicy
  /** Which session of its agent a thread is; kept in memory alone unless given. */
  readonly store?: ThreadStore
  /** Where the sessions of `/api/sessions` are kept, which belongs to the gateway from then on; in memory unless given. */
  readonly sessionStore?: SessionStore
  /** A host that is served at `/a2e` as well; it stays when the gateway is closed. */
  readonly a2e?: A2EHost
  /** Whether agents get tools by an MCP server: of clients and the gateway, and in sessions to write; yes unless given. */
  readonly offerTools?: boolean
  /** Names besides `localhost` that it may be called by. */
  readonly allowedHosts?: readonly string[]
  /** Origins of pages that may call it besides its own; with CORS for them alone. */
  readonly allowedOrigins?: readonly string[]
  readonly limits?: Partial<GatewayLimits>
  /** Passes on what agents send that has no other form. */
  readonly raw?: boolean
  readonly onDisconnect?: OnDisconnect
  readonly log?: GatewayLog
}

/** Agents as AG-UI agents over HTTP. */
export interface Gateway extends AsyncDisposable {
  /** The sessions of `/api/sessions`; actions are registered there. */
  readonly sessions: Sessions
  /** Answers a request of the web, without a server. */
  fetch(request: Request): Promise<Response>
  /** Answers a request of a server of Node. */
  handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void>
  /** Adds a tool that every agent can call from its next session on; the capabilities show it at once. */
  registerTool(tool: GatewayTool): () => void
  /** Puts an agent behind the gateway. @throws CapstanError `AGENT_EXISTS` when its id is taken. */
  add(agent: ServedAgent): void
  /** The path of a link that lets a browser in, once. */
  loginPath(): string
  /** Ends every run with a terminal event and every agent, and keeps what is to be kept. */
  close(): Promise<void>
}

/** A gateway over the agents of a client. It listens nowhere by itself: see `serve`. */
export function createGateway(options: GatewayOptions): Gateway {
  const { client, permissions = 'ask', store = memoryThreadStore(), raw = false } = options
  // An agent is started with the policy: many can be held to it only from their start.
  const session = { permissions, ...options.session }
  const limits = { ...defaults, ...options.limits }
  const logger = loggerOf(options.log)
  const tools = new GatewayTools()
  const { offerTools = true } = options
  const bridge = offerTools ? createToolBridge(tools) : undefined
  const agents = new Map<string, ServedAgent>()
  const driven: DrivenAgent[] = []
  const admitThread = (): void => {
    const open = driven.reduce((sum, { threads }) => sum + threads, 0)
    if (open < limits.maxThreads) return
    throw new GatewayError('too_many_threads', `${open} threads are open`, {
      hint: 'Reuse a thread, or try again later: idle threads are closed.',
    })
  }
  for (const agent of options.agents ?? client.adapters.list().map(({ id }) => id)) {
    const { interruptMs, idleMs } = limits
    const rest = { interruptMs, idleMs, raw, bridge, tools, admitThread }
    const own = new DrivenAgent({ agent, client, store, session, permissions, ...rest })
    driven.push(own)
    agents.set(agent, own)
  }
  let isClosed = false
  const guard: GuardOptions = {
    token: checkedToken(options.token),
    allowedHosts: (options.allowedHosts ?? []).map((name) => name.toLowerCase()),
    allowedOrigins: options.allowedOrigins ?? [],
    cookies: createLoginCookies(),
  }
  const routes: RunRouteOptions = {
    ...limits,
    onDisconnect: options.onDisconnect ?? 'cancel',
    logger,
    admit: () => {
      if (isClosed) throw new GatewayError('gateway_closed', 'The gateway is closing')
      const busy = [...agents.values()].reduce((sum, agent) => sum + agent.busy, 0)
      if (busy < limits.maxRuns) return
      throw new GatewayError('too_many_runs', `${busy} runs are in progress`, { hint: 'Try again later.' })
    },
  }
  const sessions = new GatewaySessions({
    client,
    session,
    permissions,
    store: options.sessionStore,
    offerTools,
    maxSessions: limits.maxSessions,
    warn: (message) => logger({ level: 'warn', event: 'session', message }),
  })
  const a2e = options.a2e === undefined ? undefined : new HttpRoutes(options.a2e)
  const closing = new AbortController()
  const loginPath = (): string => `/login?code=${guard.cookies.issueCode()}`
  const api = { agents, client, sessions, loginPath, closing: closing.signal }
  let loading: Promise<Answering> | undefined
  let app: Answering | undefined
  const load = async (): Promise<Answering> => {
    loading ??= loadApp({ agents, api, a2e, guard, routes, logger })
    app = await loading
    return app
  }
  const expiry = setInterval(
    () => {
      for (const agent of agents.values()) void agent.expire(Date.now())
    },
    Math.min(60_000, limits.idleMs),
  ).unref()
  const close = async (): Promise<void> => {
    if (isClosed) return
    isClosed = true
    clearInterval(expiry)
    closing.abort()
    await Promise.all([...agents.values(), sessions].map((one) => one.close()))
    await a2e?.close()
    await bridge?.close()
    await store.flush()
    logger({ level: 'info', event: 'closed' })
  }
  return {
    sessions: sessions.sessions,
    fetch: async (request) => (app ?? (await load())).fetch(request),
    // Within the event of the server where it can be: a body that nobody listens for is put aside first.
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
    close,
    [Symbol.asyncDispose]: close,
  }
}

function checkedToken(token: string): string {
  if (token.length >= shortestToken) return token
  throw new CapstanError(
    'GATEWAY_TOKEN',
    `The gateway token must have at least ${shortestToken} characters`,
    {
      hint: 'Omit token and call serve, which creates a token and stores it in a file.',
    },
  )
}
