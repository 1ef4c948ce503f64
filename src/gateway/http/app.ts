import { Hono } from 'hono'
import { compress } from 'hono/compress'
import type { HttpRoutes } from '../../a2e/transports/http-routes.ts'
import { isTrustedConnection, trustConnection } from '../../core/connection-limit.ts'
import { version } from '../../core/version.ts'
import { readinessOf } from '../agent-readiness.ts'
import type { Logger } from '../log.ts'
import type { FindAutoAgent } from '../auto-agent.ts'
import type { FindDefaultAgent } from '../default-agent.ts'
import type { ServedAgent } from '../served-agent.ts'
import { answerA2e } from './a2e-route.ts'
import { addApi } from './add-api.ts'
import { answerFor, errorAnswer, jsonAnswer, NotFound } from './answers.ts'
import type { ApiParts } from './api/api-parts.ts'
import { originHeaders } from './cors.ts'
import { type GuardOptions, isAuthorized, marksOf } from './guard.ts'
import { guardRequests } from './guard-requests.ts'
import { answerLogin } from './page/login-route.ts'
import { readPageFiles } from './page/page-files.ts'
import { answerSignedOut, isBrowserNavigation } from './page/page-login.ts'
import { answerPageFile } from './page/page-route.ts'
import { answerRun, readRunId, type RunRouteOptions } from './run-route.ts'
import { etagOf, hasAlready } from './etag.ts'
import { getRequestListener } from '@hono/node-server'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createDirectRun, type DirectRunParts } from './direct-run.ts'

export interface AppParts {
  readonly agents: ReadonlyMap<string, ServedAgent>
  readonly defaultAgent: FindDefaultAgent
  readonly autoAgent: FindAutoAgent
  readonly api: ApiParts
  /** The A2E host, if configured. */
  readonly a2e: HttpRoutes | undefined
  readonly guard: GuardOptions
  readonly routes: RunRouteOptions
  readonly logger: Logger
}

/** The router with all routes, behind the guard. */
export function createApp(parts: AppParts): Hono {
  const { agents, defaultAgent, autoAgent, api, a2e, guard, routes, logger } = parts
  const app = new Hono()
  const page = readPageFiles()
  const agentOf = async (id: string, threadId?: string): Promise<ServedAgent> => {
    const agent = agents.get(id) ?? (id === 'default' ? await defaultAgent() : undefined)
    if (agent !== undefined) return agent
    if (id === 'auto') return (await autoAgent(threadId)).agent
    throw new NotFound(`No agent is named ${id}`)
  }
  /** The thread in the body of the run decides which agent `auto` is. */
  const agentOfRun = (id: string): Promise<ServedAgent> | FindAutoAgent =>
    id === 'auto' && !agents.has(id) ? autoAgent : agentOf(id)

  // Everything except streams and bodies below 1 KB; runs do not come through the router.
  app.use(compress())
  app.use(guardRequests({ guard, page, logger }))
  app.onError((error, { req: { method, path } }) => answerFor(error, { method, path, logger }))
  app.notFound(() => errorAnswer(404, { code: 'not_found', message: 'Not found' }))

  for (const [path, file] of page) {
    app.get(path, (context) => answerPageFile(context.req.raw, file))
  }
  if (!page.has('/')) {
    app.get('/', () => new Response(`Capstan serves ${[...agents.keys()].join(', ')}\n`, { headers: plain }))
  }
  app.get('/health', () => jsonAnswer({ status: 'ok' }))
  app.get('/login', async ({ req }) => {
    const answer = await answerLogin(req.raw, guard)
    if (answer !== undefined) return answer
    return isBrowserNavigation(req.raw)
      ? answerSignedOut('The sign-in link was already used or has expired.', page)
      : errorAnswer(401, { code: 'refused', message: 'The sign-in link was already used or has expired' })
  })
  app.get('/info', async () => jsonAnswer(await infoOf(api, await defaultAgent())))

  app.post('/agents/:id', async ({ req }) =>
    answerRun(req.raw, await agentOfRun(req.param('id')), { kind: 'run', options: routes }),
  )
  app.get('/agents/:id/capabilities', async ({ req }) =>
    answerCapabilities(req.raw, await agentOf(req.param('id'))),
  )
  app.post('/agent/:id/run', async ({ req }) =>
    answerRun(req.raw, await agentOfRun(req.param('id')), { kind: 'run', options: routes }),
  )
  app.post('/agent/:id/connect', async ({ req }) =>
    answerRun(req.raw, await agentOfRun(req.param('id')), { kind: 'connect', options: routes }),
  )
  app.post('/agent/:id/stop/:threadId', async (context) => {
    const { id, threadId } = context.req.param()
    const runId = await readRunId(context.req.raw, routes)
    const elsewhere = await routes.forwarding?.request(threadId, {
      method: 'POST',
      path: context.req.path,
      body: runId === undefined ? undefined : { runId },
      headers: context.req.raw.headers,
      isOwner: false,
    })
    if (elsewhere !== undefined) return elsewhere
    const agent = await agentOf(id, threadId)
    const stopped = agent.stop(threadId, runId)
    return jsonAnswer({ stopped }, stopped ? 200 : 404)
  })
  const added = addApi(app, { parts: api, limits: routes, hasHost: a2e !== undefined })
  if (a2e !== undefined) {
    app.all('/a2e/*', (context) => {
      const headers = originHeaders(context.req.header('origin'), guard)
      return answerA2e(context, { routes: a2e, headers })
    })
  }
  for (const [path, allow] of [...methods, ...added]) {
    app.all(path, () => wrongMethod(allow))
  }
  return app
}

const methods = [
  ['/health', 'GET'],
  ['/info', 'GET'],
  ['/agents/:id', 'POST'],
  ['/agents/:id/capabilities', 'GET'],
  ['/agent/:id/run', 'POST'],
  ['/agent/:id/connect', 'POST'],
  ['/agent/:id/stop/:threadId', 'POST'],
] as const

const plain = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' }

function wrongMethod(allow: string): Response {
  const error = { code: 'method_not_allowed', message: `Only ${allow} is allowed here` }
  return jsonAnswer({ error }, 405, { allow })
}

const auto = {
  name: 'Auto',
  description: 'The best installed agent for the needs of this gateway',
  className: 'CapstanAgent',
}

async function infoOf(api: ApiParts, defaultAgent: ServedAgent | undefined): Promise<object> {
  const { agents } = api
  const ready = await readinessOf(api)
  const entries = await Promise.all(
    [...agents.values()].map(async (agent) => {
      const { id, name, description } = agent
      const capabilities = await agent.capabilities().catch(() => undefined)
      const { isInstalled = true, login = 'unknown' } = ready.get(id) ?? {}
      return [
        id,
        {
          name,
          description,
          className: 'CapstanAgent',
          isInstalled,
          login,
          ...(capabilities === undefined ? {} : { capabilities }),
        },
      ] as const
    }),
  )
  const described = Object.fromEntries(entries)
  return {
    version,
    mode: 'sse',
    telemetryDisabled: true,
    agents: {
      ...described,
      ...(defaultAgent === undefined ? {} : { default: described[defaultAgent.id] }),
      // Which agent it is depends on the thread, and so do its capabilities.
      auto: described['auto'] ?? auto,
    },
  }
}

/** Answers with an agent's current capabilities, or 304 if the client has them. */
async function answerCapabilities(request: Request, agent: ServedAgent): Promise<Response> {
  const body = JSON.stringify(await agent.capabilities())
  const etag = etagOf(body)
  const headers = { etag, 'cache-control': 'no-cache' }
  if (hasAlready(request, etag)) return new Response(null, { status: 304, headers })
  return new Response(body, { headers: { ...headers, 'content-type': 'application/json' } })
}

/** Handles a request of a Node server. */
export type Handle = (incoming: IncomingMessage, outgoing: ServerResponse) => void

/** Handles runs directly and all other requests with the router. */
export function createHandler(app: Hono, parts: DirectRunParts): Handle {
  const directRun = createDirectRun(parts)
  const listener = getRequestListener((request, exchange) => app.fetch(request, exchange))
  const { guard } = parts
  return (incoming, outgoing) => {
    const { socket, headers } = incoming
    // The guard has let a direct run in: checking the token again would delay its first event.
    const isDirect = directRun(incoming, outgoing)
    if (!isTrustedConnection(socket) && (isDirect || isAuthorized(marksOf(headers), guard))) {
      trustConnection(socket)
    }
    if (!isDirect) void listener(incoming, outgoing)
  }
}
