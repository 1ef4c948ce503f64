import { isRecord } from '../core/is-record.ts'
import type { JsonSchema } from '../core/json-schema/json-schema.ts'
import { publishedMessages } from './schemas.ts'

/** What is known of one type of message, from its published schema. */
export interface CatalogueEntry {
  readonly type: string
  /** The capability it belongs to; `core` for what needs none. */
  readonly capability: string
  /** The published name of its model. */
  readonly name: string
  readonly schema: JsonSchema
  /** The type that answers it, when it is a request of an agent. */
  readonly reply?: string
  /** The type of the events that may come before its answer. */
  readonly event: string
}

/** What a host asks an agent. An agent asks for everything else that has an answer. */
const askedByHosts = new Set(['mcp/root/list/req', 'mcp/sample/req'])

/** The events of a capability that has its own; the others have the general one. */
const events: ReadonlyMap<string, string> = new Map([
  ['tools', 'tool/event'],
  ['skill', 'skill/event'],
  ['proc', 'proc/read/event'],
  ['chains', 'chain/event'],
])

/** Every published type of message. */
export const catalogue: ReadonlyMap<string, CatalogueEntry> = readCatalogue()

function readCatalogue(): Map<string, CatalogueEntry> {
  const all = new Map<string, CatalogueEntry>()
  for (const [capability, messages] of Object.entries(publishedMessages)) {
    for (const [type, { name, schema }] of Object.entries(messages)) {
      const reply = replyTo(type)
      const isRequest = Object.hasOwn(messages, reply) && !askedByHosts.has(type)
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

/** The fields of a type with the schema of each. */
export function fieldsOf({ schema }: CatalogueEntry): [string, JsonSchema][] {
  const { properties } = schema
  if (!isRecord(properties)) return []
  return Object.entries(properties).flatMap(([name, field]) => (isRecord(field) ? [[name, field]] : []))
}

/** What a receiver puts where a field was left out: its default, or an empty list or object; nothing for the rest. */
export function defaultOf(field: JsonSchema): { readonly value: unknown } | undefined {
  if (Object.hasOwn(field, 'default')) return { value: field['default'] }
  if (field['type'] === 'array') return { value: [] }
  return field['type'] === 'object' ? { value: {} } : undefined
}
