import type { Hono } from 'hono'
import { jsonAnswer } from './answers.ts'
import { type BodyLimits, answerRoute } from './api/answer-route.ts'
import type { ApiParts } from './api/api-parts.ts'
import { apiRoutes } from './api/api-routes.ts'
import { openApiDocument } from './openapi.ts'

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
