import type { Context } from 'hono'
import { jsonAnswer } from '../answers.ts'
import { readJson } from '../read-json.ts'
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
  const body = route.method === 'POST' ? await readBody(request, route, limits) : {}
  const { signal, headers } = request
  const answer = await route.run({ params: context.req.param(), query, body, signal, headers })
  return answer instanceof Response ? answer : jsonAnswer(answer, route.status ?? 200)
}

/** A missing body counts as an empty object. */
async function readBody(
  request: Request,
  { body: schema = { type: 'object', additionalProperties: false } }: ApiRoute,
  { maxBodyBytes: maxBytes, bodyTimeoutMs: timeoutMs }: BodyLimits,
): Promise<Record<string, unknown>> {
  const body = isEmpty(request.headers) ? {} : await readJson(request, { maxBytes, timeoutMs })
  requireFit(schema, body)
  return body as Record<string, unknown>
}

function isEmpty(headers: Headers): boolean {
  const hasNone = headers.get('content-type') === null && headers.get('transfer-encoding') === null
  return hasNone && Number(headers.get('content-length') ?? 0) === 0
}
