import { isAbsolute } from 'node:path'
import {
  anything,
  listOf,
  name,
  objectOf,
  optional,
  type Shape,
  shapeOf,
  text,
  variantOf,
} from '../../../core/shape.ts'
import { invalidParams } from './rpc-error.ts'
import type { SessionPlace } from '../sessions/session.ts'
import type { Block, JsonObject } from './wire.ts'

const open = { open: true }
const absolute = shapeOf((data) => typeof data === 'string' && isAbsolute(data), 'must be an absolute path')
const texts = listOf(text)
const variables = listOf(objectOf<{ name: unknown; value: unknown }>({ name, value: text }, open))

/** Optional fields that may also be null. */
function nullable(shape: Shape): { optional: Shape } {
  return optional((data, path) => (data === null ? [] : shape(data, path)))
}

const placeShape = objectOf<SessionPlace>(
  { cwd: absolute, additionalDirectories: nullable(listOf(absolute)) },
  open,
)

/** Accepts only stdio servers: the others were not advertised. */
const serverShapes: Record<1 | 2, Shape> = {
  1: (data, path) => {
    const stdio = objectOf<Record<string, unknown>>(
      { name, command: name, args: texts, env: variables },
      open,
    )
    const type = (data as JsonObject | null)?.['type']
    if (type !== undefined && type !== 'stdio') {
      return [
        {
          path: [...path, 'type'],
          message: `${JSON.stringify(type)} was not advertised, only stdio is taken`,
        },
      ]
    }
    return stdio(data, path)
  },
  2: variantOf('type', {
    stdio: objectOf<Record<string, unknown>>(
      { type: text, name, command: name, args: optional(texts), env: optional(variables) },
      open,
    ),
  }),
}

const resourceShape: Shape = (data, path) => [
  ...objectOf<Record<string, unknown>>({ uri: text, text: optional(text), blob: optional(text) }, open)(
    data,
    path,
  ),
  ...(typeof data === 'object' && data !== null && !('text' in data) && !('blob' in data)
    ? [{ path, message: 'must have text or blob' }]
    : []),
]

const promptShape = listOf(
  variantOf('type', {
    text: objectOf<Record<string, unknown>>({ type: text, text }, open),
    image: objectOf<Record<string, unknown>>({ type: text, data: text, mimeType: name }, open),
    resource_link: objectOf<Record<string, unknown>>({ type: text, name: text, uri: text }, open),
    resource: objectOf<Record<string, unknown>>({ type: text, resource: resourceShape }, open),
  }),
  { atLeast: 1 },
)

/** Rejects params of another shape, with the first issue in the message and all issues as data. */
function check(params: unknown, shape: Shape): JsonObject {
  const issues = shape(params ?? {}, [])
  const [first] = issues
  if (first !== undefined)
    throw invalidParams([first.path.join('.'), first.message].join(' ').trim(), { issues })
  return (params ?? {}) as JsonObject
}

/** Required text fields of a request. */
export function readTexts<Key extends string>(params: unknown, ...keys: Key[]): Record<Key, string> {
  const fields = Object.fromEntries(keys.map((key) => [key, text]))
  return check(params, objectOf<Record<string, unknown>>(fields, open)) as Record<Key, string>
}

export function readPlace(params: unknown): SessionPlace {
  const { cwd, additionalDirectories } = check(params, placeShape)
  return {
    cwd: cwd as string,
    additionalDirectories: (additionalDirectories as string[] | null | undefined) ?? [],
  }
}

/** The names of the session's MCP servers. */
export function readServers(params: unknown, options: { version: 1 | 2; required?: boolean }): string[] {
  const list = listOf(serverShapes[options.version])
  const field = options.required ? list : nullable(list)
  const { mcpServers } = check(params, objectOf<Record<string, unknown>>({ mcpServers: field }, open))
  return ((mcpServers as { name: string }[] | null | undefined) ?? []).map((server) => server.name)
}

export function readPrompt(params: unknown): Block[] {
  const shape = objectOf<Record<string, unknown>>({ prompt: promptShape }, open)
  return check(params, shape)['prompt'] as Block[]
}

/** Whether the client requests the history; only the whole history is available. */
export function readReplay(params: unknown): boolean {
  const shape = objectOf<Record<string, unknown>>(
    { replayFrom: nullable(variantOf('type', { start: anything })) },
    open,
  )
  return (check(params, shape)['replayFrom'] ?? null) !== null
}

export function readListing(params: unknown): { cwd?: string; cursor?: string } {
  const shape = objectOf<Record<string, unknown>>({ cwd: nullable(absolute), cursor: nullable(text) }, open)
  const { cwd, cursor } = check(params, shape)
  return {
    ...(typeof cwd === 'string' ? { cwd } : {}),
    ...(typeof cursor === 'string' ? { cursor } : {}),
  }
}
