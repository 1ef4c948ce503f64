import type { JsonSchema } from '../../core/json-schema/json-schema.ts'
import { version } from '../../core/version.ts'
import { agentSchemas } from './api/agent-schemas.ts'
import { historySchema } from './api/history-routes.ts'
import { type ApiRoute, named, record, text } from './api/route.ts'
import { sessionSchemas } from './api/session-schemas.ts'
import { threadSchemas } from './api/thread-schemas.ts'
import { type PlainRoute, plainRoutes } from './plain-routes.ts'

export interface DocumentedRoutes {
  readonly routes: readonly ApiRoute[]
  /** Whether the gateway has an A2E host. */
  readonly hasHost: boolean
}

/** The OpenAPI document of the gateway. */
export function openApiDocument({ routes, hasHost }: DocumentedRoutes): object {
  const plain = plainRoutes.filter(({ isOfHost = false }) => hasHost || !isOfHost)
  const paths: Record<string, Record<string, object>> = {}
  const add = ({ method, path }: Pick<ApiRoute, 'method' | 'path'>, operation: object): void => {
    const place = (paths[path.replaceAll(/:(\w+)/g, '{$1}')] ??= {})
    place[method.toLowerCase()] = operation
  }
  for (const route of plain) add(route, plainOperation(route))
  for (const route of routes) add(route, apiOperation(route))
  return {
    openapi: '3.1.0',
    info: { title: 'Capstan gateway', version, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: '/' }],
    security: [{ token: [] }, { cookie: [] }],
    paths,
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer' },
        cookie: {
          type: 'apiKey',
          in: 'cookie',
          name: 'capstan_session_8787',
          description: 'Set when a browser signs in with a link. The name ends with the port of the gateway.',
        },
      },
      responses: { Problem: content('Error', { schema: problemAnswer }) },
      schemas: {
        Problem: problem,
        ...agentSchemas,
        History: historySchema,
        ...sessionSchemas,
        ...threadSchemas,
      },
    },
  }
}

const problem = record({ code: text, message: text, hint: text }, 'code', 'message')
const problemAnswer = record({ error: named('Problem') }, 'error')

function apiOperation({ path, method, ...route }: ApiRoute): object {
  const { summary, query = {}, body, answer, status = 200 } = route
  const queryParameters = Object.entries(query).map(([name, schema]) => ({ name, in: 'query', schema }))
  const required = (body?.['required'] as readonly string[] | undefined) ?? []
  return {
    operationId: operationId(method, path),
    summary,
    parameters: [...pathParameters(path), ...queryParameters],
    ...(body === undefined ? {} : { requestBody: { ...jsonBody(body), required: required.length > 0 } }),
    responses: {
      [status]:
        answer === undefined
          ? { description: 'Success' }
          : content('Success', { type: contentTypeOf(route), schema: answer }),
      ...(path.endsWith('/prompt') && answer !== undefined
        ? { 200: content('Result of the prompt', { schema: answer }) }
        : {}),
      ...otherwise,
    },
  }
}

function contentTypeOf({ isStream, isLines }: Pick<ApiRoute, 'isStream' | 'isLines'>): string {
  if (isStream) return 'text/event-stream'
  return isLines ? 'application/x-ndjson' : 'application/json'
}

function plainOperation({ method, path, summary, body, answer, isOpen }: PlainRoute): object {
  const { status, type, schema } = answer
  return {
    operationId: operationId(method, path),
    summary,
    ...(isOpen ? { security: [] } : {}),
    parameters: pathParameters(path),
    ...(body === undefined
      ? {}
      : { requestBody: { content: { [body.type]: { schema: body.schema } }, required: true } }),
    responses: {
      [status]:
        type === undefined || schema === undefined
          ? { description: 'Redirects to the page' }
          : content('Success', { type, schema }),
      ...otherwise,
    },
  }
}

const otherwise = { default: { $ref: '#/components/responses/Problem' } }

function jsonBody(schema: JsonSchema): object {
  return { content: { 'application/json': { schema } } }
}

function content(
  description: string,
  { type = 'application/json', schema }: { type?: string; schema: JsonSchema },
): object {
  return { description, content: { [type]: { schema } } }
}

function pathParameters(path: string): object[] {
  return Array.from(path.matchAll(/:(\w+)/g), ([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))
}

/** `GET /api/sessions/:id` is `getApiSessionsId`. */
function operationId(method: string, path: string): string {
  const parts = path.split(/[^a-zA-Z0-9]+/).filter((part) => part !== '')
  return [method.toLowerCase(), ...parts.map((part) => part.charAt(0).toUpperCase() + part.slice(1))].join('')
}
