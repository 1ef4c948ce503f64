import { isRecord } from '../core/is-record.ts'
import type { JsonSchema } from '../core/json-schema/json-schema.ts'
import { publishedMessages } from './schemas.ts'

/** One message type, from its published schema. */
export interface CatalogEntry {
  readonly type: string
  /** The capability the type belongs to; `core` if it needs none. */
  readonly capability: string
  /** The published name of the type's model. */
  readonly name: string
  readonly schema: JsonSchema
  /** The type of the response, if an agent sends this type as a request. */
  readonly reply?: string
  /** The type of the events that may precede the response. */
  readonly event: string
}

/** Requests that a host sends to an agent. An agent sends all others. */
const hostRequests = new Set(['mcp/root/list/req', 'mcp/sample/req'])

/** Event types by capability; the default is `invoke/event`. */
const events: ReadonlyMap<string, string> = new Map([
  ['tools', 'tool/event'],
  ['skill', 'skill/event'],
  ['proc', 'proc/read/event'],
  ['chains', 'chain/event'],
])

/** Every published message type. */
export const catalog: ReadonlyMap<string, CatalogEntry> = readCatalog()

function readCatalog(): Map<string, CatalogEntry> {
  const all = new Map<string, CatalogEntry>()
  for (const [capability, messages] of Object.entries(publishedMessages)) {
    for (const [type, { name, schema }] of Object.entries(messages)) {
      const reply = replyTo(type)
      const isRequest = Object.hasOwn(messages, reply) && !hostRequests.has(type)
      const event = events.get(capability) ?? 'invoke/event'
      all.set(type, { type, capability, name, schema, event, ...(isRequest ? { reply } : {}) })
    }
  }
  return all
}

function replyTo(type: string): string {
  if (type === 'ping') return 'pong'
  return type.endsWith('/req') ? `${type.slice(0, -'req'.length)}resp` : `${type}/resp`
}

/** The fields of a message type, each with its schema. */
export function fieldsOf({ schema }: CatalogEntry): [string, JsonSchema][] {
  const { properties } = schema
  if (!isRecord(properties)) return []
  return Object.entries(properties).flatMap(([name, field]) => (isRecord(field) ? [[name, field]] : []))
}

/** The value a receiver fills in for an omitted field: the default, or an empty list or object. */
export function defaultOf(field: JsonSchema): { readonly value: unknown } | undefined {
  if (Object.hasOwn(field, 'default')) return { value: field['default'] }
  if (field['type'] === 'array') return { value: [] }
  return field['type'] === 'object' ? { value: {} } : undefined
}
