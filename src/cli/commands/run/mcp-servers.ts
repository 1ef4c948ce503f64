import type { McpServer } from '../../../acp/mcp-servers.ts'
import { UsageError } from '../../usage-error.ts'

/** Servers, and fields that Capstan does not pass on. */
export interface McpReading {
  servers: McpServer[]
  /** Fields that are not passed on, each as `server.field`. */
  ignored: string[]
}

type Fields = Readonly<Record<string, unknown>>

const knownFields = ['type', 'name', 'command', 'args', 'env', 'url', 'headers']
const hint = 'Use a list of servers, or an object with a server per name.'

/**
 * Reads servers from JSON: a list, an object by name, or either under `mcpServers`, the form other programs use.
 * @throws UsageError that names the option.
 */
function readMcpServers(document: unknown, flag: string): McpReading {
  const inner = isRecord(document) && 'mcpServers' in document ? document['mcpServers'] : document
  if (Array.isArray(inner)) return collect(inner.map((server: unknown) => serverOf(server, { flag })))
  if (!isRecord(inner)) throw new UsageError(`${flag} contains no servers`, hint)
  return collect(
    Object.entries(inner).map(([name, server]) =>
      serverOf(isRecord(server) ? { name, ...server } : server, { key: name, flag }),
    ),
  )
}

/**
 * The servers of several documents. The last server of a name counts, so a flag can replace one from a configuration
 * file.
 */
export function mcpServersOf(
  documents: readonly unknown[],
  flag = '--mcp',
): { servers: McpServer[]; warnings: string[] } {
  const readings = documents.map((document) => readMcpServers(document, flag))
  const byName = new Map(readings.flatMap(({ servers }) => servers.map((server) => [server.name, server])))
  return {
    servers: [...byName.values()],
    warnings: readings.flatMap(({ ignored }) => ignored.map((field) => `${flag}: ${field} is not passed on`)),
  }
}

function collect(readings: readonly { server: McpServer; ignored: string[] }[]): McpReading {
  return {
    servers: readings.map(({ server }) => server),
    ignored: readings.flatMap(({ ignored }) => ignored),
  }
}

function serverOf(
  value: unknown,
  { flag, key = 'contains an entry that' }: { flag: string; key?: string },
): { server: McpServer; ignored: string[] } {
  if (!isRecord(value)) throw new UsageError(`${flag} ${key} is not a server`, hint)
  const { name, command, url } = value
  if (typeof name !== 'string' || name === '')
    throw new UsageError(`${flag} contains a server without a name`, hint)
  const type = value['type'] ?? (command === undefined && url !== undefined ? 'http' : 'stdio')
  const ignored = Object.keys(value).filter((field) => !knownFields.includes(field))
  return {
    server: read(`${flag} ${name}`, type, { ...value, name }),
    ignored: ignored.map((field) => `${name}.${field}`),
  }
}

function read(subject: string, type: unknown, fields: Fields & { name: string }): McpServer {
  const refuse = (problem: string): UsageError => new UsageError(`${subject} ${problem}`, hint)
  const { name, command, args, env, url, headers } = fields
  if (type === 'http' || type === 'sse') {
    if (typeof url !== 'string' || !URL.canParse(url)) throw refuse('needs the server address as url')
    if (headers === undefined) return { type, name, url }
    if (!isTexts(headers)) throw refuse('needs strings as headers')
    return { type, name, url, headers }
  }
  if (type !== 'stdio') throw refuse('must be of type stdio, http or sse')
  if (typeof command !== 'string' || command === '') throw refuse('needs the program as command')
  if (args !== undefined && !(Array.isArray(args) && args.every((item) => typeof item === 'string'))) {
    throw refuse('needs a list of strings as args')
  }
  if (env !== undefined && !isTexts(env)) throw refuse('needs strings as env')
  return { name, command, ...(args === undefined ? {} : { args }), ...(env === undefined ? {} : { env }) }
}

function isTexts(value: unknown): value is Record<string, string> {
  return isRecord(value) && Object.values(value).every((text) => typeof text === 'string')
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
