import { catalog, type CatalogEntry, defaultOf, fieldsOf } from '../../src/a2e/catalog.ts'

/** Random numbers from 0 to 1, reproducible by seed. */
export function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

type Random = () => number

const pick = <Item>(items: readonly Item[], random: Random): Item =>
  items[Math.floor(random() * items.length)] as Item

/** Capabilities that would start processes outside the host. */
const excludedCapabilities = new Set(['proc', 'mcp'])
const types = [...catalog.values()].filter(
  ({ capability, type }) => !excludedCapabilities.has(capability) && type !== 'shutdown' && type !== 'error',
)

const oddValues: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1e308,
  0.1,
  '',
  'x'.repeat(3000),
  '\u2028\u0085\uD800é😀\u0000',
  '../../etc/passwd',
  [],
  [[[]]],
  [null, {}, 'a'],
  {},
  { type: 'ping' },
  JSON.parse('{"__proto__":{"polluted":true},"constructor":{"prototype":{}}}'),
  JSON.parse(`${'['.repeat(500)}${']'.repeat(500)}`),
]

const kinds: Readonly<Record<string, (random: Random) => unknown>> = {
  string: (random) => pick(['one', 'echo', 'counter', '', 'read_file'], random),
  integer: (random) => Math.floor(random() * 50),
  number: (random) => random(),
  boolean: (random) => random() < 0.5,
  array: () => [],
  object: () => ({}),
}

function validFields(entry: CatalogEntry, random: Random): Record<string, unknown> {
  const fields: Record<string, unknown> = {}
  for (const [name, schema] of fieldsOf(entry)) {
    if (['type', 'id', 'version', 'ts'].includes(name) || random() < 0.2) continue
    fields[name] = kinds[String(schema['type'])]?.(random) ?? defaultOf(schema)?.value ?? null
  }
  return fields
}

type Mutation = (message: Record<string, unknown>, random: Random) => void

const mutations: readonly Mutation[] = [
  () => undefined,
  () => undefined,
  (message, random) => {
    message[pick(Object.keys(message), random)] = pick(oddValues, random)
  },
  (message, random) => {
    delete message[pick(Object.keys(message), random)]
  },
  (message, random) => {
    message[pick(['a2e', 'version'], random)] = pick(['1.0', '2.0', '', 1, null], random)
  },
  (message, random) => {
    message['type'] = pick(['bogus', '', 'tool/call/resp', 'pong', 'toString', '__proto__'], random)
  },
  (message, random) => {
    message[pick(['extra', '__proto__', 'constructor', 'req_id'], random)] = pick(oddValues, random)
  },
]

/** One line for a host, valid or mutated, with this id unless the mutation removes it. */
export function mutatedLine(id: string, random: Random): string {
  const entry = pick(types, random)
  const message: Record<string, unknown> = {
    type: entry.type,
    id,
    version: '1.0',
    ts: 1,
    ...validFields(entry, random),
  }
  if (entry.type === 'handshake/req')
    message['auth_token'] = pick(['dev-secret', 'dev-secret', 'WRONG'], random)
  pick(mutations, random)(message, random)
  // Keeps the fuzz run short.
  if (typeof message['timeout'] === 'number') message['timeout'] = 1
  const text = JSON.stringify(message)
  return random() < 0.1 ? damaged(text, random) : text
}

/** The text with characters changed, removed or inserted. */
function damaged(text: string, random: Random): string {
  const place = Math.floor(random() * text.length)
  const length = Math.floor(random() * 4)
  return (
    text.slice(0, place) +
    pick(['', '"', '{', '\\u00', '}', ',', '\t', '0'], random) +
    text.slice(place + length)
  )
}

/** The id the host answers to, up to 128 characters; undefined if the line has no id or gets no answer. */
export function answerableId(line: string): string | undefined {
  let message: unknown
  try {
    message = JSON.parse(line)
  } catch {
    return undefined
  }
  if (typeof message !== 'object' || message === null || Array.isArray(message)) return undefined
  const { id, type } = message as Record<string, unknown>
  if (type === 'error' || type === 'shutdown') return undefined
  return typeof id === 'string' && id !== '' ? id.slice(0, 128) : undefined
}
