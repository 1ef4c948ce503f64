import { expect } from 'vitest'
import { z } from 'zod'
import { bearer } from './gateway-lab.ts'

type Json = Record<string, unknown>

interface Operation {
  parameters: { name: string; in: string }[]
  responses: Record<string, { content?: Record<string, { schema: Json }>; $ref?: string }>
}

/** The document of a gateway, by which every answer is checked. */
export interface ApiDocument {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Json; responses: Record<string, Operation['responses'][string]> }
}

export interface Asked {
  /** The values of the path parameters. */
  params?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
}

export interface ApiAnswer<Body> {
  status: number
  body: Body
}

/** Sends requests with the token; every answer must match the document. */
export interface ApiClient {
  readonly document: ApiDocument
  readonly ask: Ask
}

type Ask = <Body = Json>(operation: string, asked?: Asked) => Promise<ApiAnswer<Body>>

export async function apiClient(url: string): Promise<ApiClient> {
  const document = (await (await fetch(`${url}/openapi.json`, { headers: bearer })).json()) as ApiDocument
  const ask = async (
    operation: string,
    { params = {}, query = {}, body }: Asked = {},
  ): Promise<ApiAnswer<unknown>> => {
    const [method = '', template = ''] = operation.split(' ')
    const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(params[name] ?? ''),
    )
    const response = await fetch(`${url}${path}?${new URLSearchParams(query).toString()}`, {
      method,
      headers: { ...bearer, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const { status } = response
    const text = await response.text()
    const answer: unknown = text === '' ? undefined : JSON.parse(text)
    requireDocumented(document, { operation: [method, template], status, answer })
    return { status, body: answer }
  }
  // The test knows the type of the answer.
  return { document, ask: ask as Ask }
}

/** Fails unless an answer has the shape that the document gives it. */
export function requireDocumented(
  { paths, components }: ApiDocument,
  {
    operation: [method, template],
    status,
    answer,
  }: { operation: [string, string]; status: number; answer: unknown },
): void {
  const { responses } = paths[template]?.[method.toLowerCase()] ?? {}
  const found = responses?.[String(status)] ?? responses?.['default']
  const described =
    found?.$ref === undefined ? found : components.responses[found.$ref.split('/').at(-1) ?? '']
  if (described !== undefined && described.content === undefined) {
    expect(answer, `${method} ${template} ${status}`).toBeUndefined()
    return
  }
  const [content] = Object.values(described?.content ?? {})
  if (content === undefined) throw new Error(`${method} ${template} is not in the document`)
  // The reader of zod knows the places of JSON Schema and not those of the document.
  const schema = JSON.parse(
    JSON.stringify({ ...content.schema, $defs: components.schemas }).replaceAll(
      '#/components/schemas/',
      '#/$defs/',
    ),
  ) as Parameters<typeof z.fromJSONSchema>[0]
  const { error } = z.fromJSONSchema(schema).safeParse(answer)
  expect(error, `${method} ${template} ${status}: ${JSON.stringify(answer).slice(0, 500)}`).toBeUndefined()
}
