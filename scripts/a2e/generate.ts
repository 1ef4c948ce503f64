/** Writes the TypeScript types of the A2E messages from their JSON Schemas in `src/a2e/schemas/`. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { catalog, defaultOf, fieldsOf } from '../../src/a2e/catalog.ts'
import { isRecord } from '../../src/core/is-record.ts'
import type { JsonSchema } from '../../src/core/json-schema/json-schema.ts'

/** Fields of the envelope, which is typed by hand. */
const envelope = new Set(['type', 'id', 'version', 'ts', 'req_id'])
/** Types imported from other files. */
const imported = new Map([['Capability', '../capabilities/ecosystems/a2e/types.ts']])

const definitions = new Map<string, JsonSchema>()
for (const { schema } of catalog.values()) {
  for (const [name, definition] of Object.entries(isRecord(schema['$defs']) ? schema['$defs'] : {})) {
    const isOwn = name !== 'MessageType' && name !== 'A2ECapability' && !imported.has(name)
    if (isOwn && isRecord(definition)) definitions.set(name, definition)
  }
}

function typeOf(schema: unknown): string {
  if (!isRecord(schema)) return 'unknown'
  const { $ref: reference, anyOf, enum: values, const: value, type, items } = schema
  if (reference === '#/$defs/MessageType') return 'string'
  if (typeof reference === 'string') return reference.slice('#/$defs/'.length)
  if (Array.isArray(anyOf)) return unionOf(new Set(anyOf.map(typeOf)))
  if (Array.isArray(values)) return values.map(literal).join(' | ')
  if (value !== undefined) return literal(value)
  if (type === 'array') return listOf(schema['prefixItems'], items)
  if (type === 'object') return `Record<string, ${typeOf(schema['additionalProperties'])}>`
  if (type === 'integer' || type === 'number') return 'number'
  return type === 'string' || type === 'boolean' || type === 'null' ? type : 'unknown'
}

/** A union with `unknown` is `unknown`. */
function unionOf(types: ReadonlySet<string>): string {
  return types.has('unknown') ? 'unknown' : [...types].join(' | ')
}

function listOf(places: unknown, items: unknown): string {
  if (Array.isArray(places)) return `[${places.map(typeOf).join(', ')}]`
  const item = typeOf(items)
  return item.includes('|') ? `(${item})[]` : `${item}[]`
}

function literal(value: unknown): string {
  return `'${String(value)}'`
}

function interfaceOf(name: string, schema: JsonSchema, left: ReadonlySet<string> = new Set()): string {
  if (Array.isArray(schema['enum'])) return `export type ${name} = ${typeOf(schema)}\n`
  const required = Array.isArray(schema['required']) ? schema['required'].map(String) : []
  const fields = Object.entries(isRecord(schema['properties']) ? schema['properties'] : {})
    .filter(([field]) => !left.has(field))
    .map(([field, type]) => `  ${field}${required.includes(field) ? '' : '?'}: ${typeOf(type)}`)
  if (fields.length === 0) return `export type ${name} = object\n`
  return `export interface ${name} {\n${fields.join('\n')}\n}\n`
}

/** A message with the name of a nested definition gets the suffix `Message`. */
const messages = [...catalog.values()].map((entry) => ({
  ...entry,
  name: definitions.has(entry.name)
    ? `${entry.name}Message`
    : entry.name === 'A2EError'
      ? 'ErrorMessage'
      : entry.name,
}))
const union = (values: readonly string[]): string =>
  values.length === 0 ? 'never' : values.map(literal).join(' | ')
const filled = (entry: (typeof messages)[number]): string =>
  union(
    fieldsOf(entry)
      .filter(([field, schema]) => !envelope.has(field) && defaultOf(schema) !== undefined)
      .map(([field]) => field),
  )

const text = [
  '// Written by scripts/a2e/generate.ts from the schemas beside it.',
  ...Array.from(imported, ([name, from]) => `import type { ${name} } from '${from}'`),
  '',
  ...Array.from(definitions, ([name, schema]) => interfaceOf(name, schema)),
  ...messages.map(({ name, schema }) => interfaceOf(name, schema, envelope)),
  '/** The fields of every type of message, without the envelope. */',
  'export interface MessageFields {',
  ...messages.map(({ type, name }) => `  '${type}': ${name}`),
  '}\n',
  '/** The fields of every type that a receiver fills in with defaults. */',
  'export interface FilledFields {',
  ...messages.map((entry) => `  '${entry.type}': ${filled(entry)}`),
  '}\n',
  '/** The requests an agent may send, with the type of each response. */',
  'export interface Replies {',
  ...messages.flatMap(({ type, reply }) => (reply === undefined ? [] : [`  '${type}': '${reply}'`])),
  '}\n',
  '/** The type of the events that may precede the response to a request. */',
  'export interface RequestEvents {',
  ...messages.flatMap(({ type, reply, event }) => (reply === undefined ? [] : [`  '${type}': '${event}'`])),
  '}\n',
].join('\n')

writeFileSync(join(import.meta.dirname, '../../src/a2e/messages/message-fields.ts'), text)
