import type { JsonSchema } from '../../../core/json-schema/json-schema.ts'

/** A validated request. */
export interface ApiCall {
  /** Path parameters. */
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, unknown>>
  readonly body: Readonly<Record<string, unknown>>
  /** Aborts if the client disconnects before the response. */
  readonly signal: AbortSignal
  readonly headers: Headers
}

/** A JSON route with its documentation. */
export interface ApiRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** In the router's syntax, such as `/api/sessions/:id`. */
  readonly path: string
  readonly summary: string
  /** Query parameters by name; all are optional. */
  readonly query?: Readonly<Record<string, JsonSchema>>
  /** Body schema of a POST, PUT or PATCH; no body if undefined. */
  readonly body?: JsonSchema
  /** Undefined for a response without a body. */
  readonly answer?: JsonSchema
  /** Default: 200. */
  readonly status?: 200 | 201 | 202 | 204
  /** The response is an event stream; `answer` is the schema of one event. */
  readonly isStream?: true
  /** The response is one JSON object per line; `answer` is the schema of a line. */
  readonly isLines?: true
  /** Returns the response body, or a `Response` if the status varies. */
  run(call: ApiCall): unknown
}

/** The path parameter `:id`. */
export function idOf(params: ApiCall['params']): string {
  return params['id'] ?? ''
}

/** An object with these fields and no others. */
export function fields(properties: Readonly<Record<string, JsonSchema>>, ...required: string[]): JsonSchema {
  return { type: 'object', properties, required, additionalProperties: false }
}

/** An object with at least these fields. */
export function record(properties: Readonly<Record<string, JsonSchema>>, ...required: string[]): JsonSchema {
  return { type: 'object', properties, required }
}

export function listOf(items: JsonSchema): JsonSchema {
  return { type: 'array', items }
}

/** A reference to a named schema of the document. */
export function named(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` }
}

export const text: JsonSchema = { type: 'string' }
/** Non-empty text of up to 1000 characters. */
export const shortText: JsonSchema = { type: 'string', minLength: 1, maxLength: 1000 }
export const count: JsonSchema = { type: 'integer', minimum: 0 }
export const flag: JsonSchema = { type: 'boolean' }
