import type { JsonSchema } from '../../../core/json-schema/json-schema.ts'

/** What came with a request, once it was checked. */
export interface ApiCall {
  /** The parts of the path that have a name. */
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, unknown>>
  readonly body: Readonly<Record<string, unknown>>
  /** Aborted when the client goes before it was answered. */
  readonly signal: AbortSignal
  readonly headers: Headers
}

/** A route that answers with JSON, and all that a client has to know of it. */
export interface ApiRoute {
  readonly method: 'GET' | 'POST'
  /** As the router writes it: `/api/sessions/:id`. */
  readonly path: string
  readonly summary: string
  /** What may stand behind the `?`, by name; all of it may be left out. */
  readonly query?: Readonly<Record<string, JsonSchema>>
  /** Of a POST; none is asked for if not given. */
  readonly body?: JsonSchema
  readonly answer: JsonSchema
  /** 200 if not given. */
  readonly status?: 200 | 201 | 202
  /** Answered with events instead, of which `answer` is one. */
  readonly isStream?: true
  /** Gives the answer, or a whole one where it is not always the same status. */
  run(call: ApiCall): unknown
}

/** An object with these fields and no others. */
export function fields(properties: Readonly<Record<string, JsonSchema>>, ...required: string[]): JsonSchema {
  return { type: 'object', properties, required, additionalProperties: false }
}

/** An object with at least these fields. */
export function record(properties: Readonly<Record<string, JsonSchema>>, ...required: string[]): JsonSchema {
  return { type: 'object', properties, required }
}

/** A list of one kind of thing. */
export function listOf(items: JsonSchema): JsonSchema {
  return { type: 'array', items }
}

/** One of the schemas that the document has a name for. */
export function named(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` }
}

export const text: JsonSchema = { type: 'string' }
/** Text that cannot be empty, and is not a document. */
export const word: JsonSchema = { type: 'string', minLength: 1, maxLength: 1000 }
export const count: JsonSchema = { type: 'integer', minimum: 0 }
export const flag: JsonSchema = { type: 'boolean' }
