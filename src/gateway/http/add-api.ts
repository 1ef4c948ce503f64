import type { Context, Hono } from 'hono'
import { jsonAnswer } from './answers.ts'
import { actionRoutes } from './api/action-routes.ts'
import { agentRoutes } from './api/agent-routes.ts'
import type { ApiParts } from './api/api-parts.ts'
import { eventRoutes } from './api/event-routes.ts'
import { fileRoutes } from './api/file-routes.ts'
import { historyRoutes } from './api/history-routes.ts'
import { installRoutes } from './api/install-routes.ts'
import { inboxRoutes, messageRoutes } from './api/message-routes.ts'
import { modelRoutes } from './api/model-routes.ts'
import { readQuery, requireFit } from './api/read-query.ts'
import type { ApiRoute } from './api/route.ts'
import { sessionLifecycleRoutes } from './api/session-lifecycle-routes.ts'
import { sessionRoutes } from './api/session-routes.ts'
import { threadRoutes } from './api/thread-routes.ts'
import { openApiDocument } from './openapi.ts'
import { loginRoutes } from './page/login-route.ts'
import { isEmptyBody, readJson } from './read-json.ts'

interface BodyLimits {
  readonly maxBodyBytes: number
  readonly bodyTimeoutMs: number
}

export interface ApiOptions {
  readonly parts: ApiParts
  readonly limits: BodyLimits
  readonly hasHost: boolean
}

/** Adds the routes below `/api` and the OpenAPI document. Returns each path with its allowed methods. */
export function addApi(app: Hono, { parts, limits, hasHost }: ApiOptions): (readonly [string, string])[] {
  const routes = apiRoutes(parts)
  for (const route of routes) {
    app.on(route.method, route.path, (context) => answerRoute(route, context, limits))
  }
  const document = openApiDocument({ routes, hasHost })
  app.get('/openapi.json', () => jsonAnswer(document))
  const byPath = Map.groupBy(routes, ({ path }) => path)
  return [
    ['/openapi.json', 'GET'],
    ...Array.from(byPath, ([path, same]) => [path, same.map(({ method }) => method).join(', ')] as const),
  ]
}

/** All routes below `/api`. */
function apiRoutes(parts: ApiParts): ApiRoute[] {
  return [
    agentRoutes,
    historyRoutes,
    installRoutes,
    modelRoutes,
    sessionRoutes,
    sessionLifecycleRoutes,
    threadRoutes,
    inboxRoutes,
    messageRoutes,
    actionRoutes,
    eventRoutes,
    fileRoutes,
    loginRoutes,
  ].flatMap((routes) => routes(parts))
}

/** Answers a request. @throws ValidationError or BodyError for an invalid request, and any error of the route. */
async function answerRoute(route: ApiRoute, context: Context, limits: BodyLimits): Promise<Response> {
  const request = context.req.raw
  const query = readQuery(new URL(request.url).searchParams, route.query)
  const hasBody = route.method !== 'GET' && route.method !== 'DELETE'
  const body = hasBody ? await readBody(request, route, limits) : {}
  const { signal, headers } = request
  const answer = await route.run({ params: context.req.param(), query, body, signal, headers })
  if (answer instanceof Response) return answer
  return route.status === 204 ? new Response(null, { status: 204 }) : jsonAnswer(answer, route.status ?? 200)
}

/** A missing body counts as an empty object. */
async function readBody(
  request: Request,
  { body: schema = { type: 'object', additionalProperties: false } }: ApiRoute,
  { maxBodyBytes: maxBytes, bodyTimeoutMs: timeoutMs }: BodyLimits,
): Promise<Record<string, unknown>> {
  const body = isEmptyBody(request.headers) ? {} : await readJson(request, { maxBytes, timeoutMs })
  requireFit(schema, body)
  return body as Record<string, unknown>
}
