import type { Context } from 'hono'
import { jsonAnswer } from '../answers.ts'
import { isEmptyBody, readJson } from '../read-json.ts'
import { readQuery, requireFit } from './read-query.ts'
import type { ApiRoute } from './route.ts'

export interface BodyLimits {
  readonly maxBodyBytes: number
  readonly bodyTimeoutMs: number
}

/** Answers a request. @throws ValidationError or BodyError for an invalid request, and any error of the route. */
export async function answerRoute(route: ApiRoute, context: Context, limits: BodyLimits): Promise<Response> {
  const request = context.req.raw
  const query = readQuery(new URL(request.url).searchParams, route.query)
  const hasBody = route.method !== 'GET' && route.method !== 'DELETE'
  const body = hasBody ? await readBody(request, route, limits) : {}
  const { signal, headers } = request
  const answer = await route.run({ params: context.req.param(), query, body, signal, headers })
  if (route.status === 204) return new Response(null, { status: 204 })
  return answer instanceof Response ? answer : jsonAnswer(answer, route.status ?? 200)
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
