import type { McpServer } from '../../../acp/mcp-servers.ts'
import { UsageError } from '../../usage-error.ts'

/** Servers, and what stood beside them that nobody is told. */
export interface McpReading {
  servers: McpServer[]
  /** Fields that are not passed on, each as `server.field`. */
  ignored: string[]
}

type Fields = Readonly<Record<string, unknown>>

const knownFields = ['type', 'name', 'command', 'args', 'env', 'url', 'headers']
const hint = 'Give a list of servers, or an object of servers by their names.'

/**
 * Reads servers from JSON: a list, a map by name, or either under `mcpServers` as other programs keep it.
 * @throws UsageError that names the option.
 */
export function readMcpServers(document: unknown): McpReading {
  const inner = isRecord(document) && 'mcpServers' in document ? document['mcpServers'] : document
  if (Array.isArray(inner)) return collect(inner.map((server: unknown) => serverOf(server)))
  if (!isRecord(inner)) throw new UsageError('--mcp holds no servers', hint)
  return collect(
    Object.entries(inner).map(([name, server]) =>
      serverOf(isRecord(server) ? { name, ...server } : server, name),
    ),
  )
}

/**
 * The servers of several documents; of those with the same name the last one counts, so that a flag may replace one that a
 * configuration file names.
 */
export function mcpServersOf(documents: readonly unknown[]): { servers: McpServer[]; warnings: string[] } {
  const readings = documents.map(readMcpServers)
  const byName = new Map(readings.flatMap(({ servers }) => servers.map((server) => [server.name, server])))
  return {
    servers: [...byName.values()],
    warnings: readings.flatMap(({ ignored }) => ignored.map((field) => `--mcp: ${field} is not passed on`)),
  }
}

function collect(readings: readonly { server: McpServer; ignored: string[] }[]): McpReading {
  return {
    servers: readings.map(({ server }) => server),
    ignored: readings.flatMap(({ ignored }) => ignored),
  }
}

function serverOf(value: unknown, key = ''): { server: McpServer; ignored: string[] } {
  if (!isRecord(value)) throw new UsageError(`--mcp ${key || 'holds something that'} is not a server`, hint)
  const { name, command, url } = value
  if (typeof name !== 'string' || name === '')
    throw new UsageError('--mcp holds a server without a name', hint)
  const type = value['type'] ?? (command === undefined && url !== undefined ? 'http' : 'stdio')
  const ignored = Object.keys(value).filter((field) => !knownFields.includes(field))
  return { server: read(name, type, value), ignored: ignored.map((field) => `${name}.${field}`) }
}

function read(name: string, type: unknown, fields: Fields): McpServer {
  const refuse = (problem: string): UsageError => new UsageError(`--mcp ${name} ${problem}`, hint)
  const { command, args, env, url, headers } = fields
  if (type === 'http' || type === 'sse') {
    if (typeof url !== 'string' || !URL.canParse(url)) throw refuse('needs the address of the server as url')
    if (headers === undefined) return { type, name, url }
    if (!isTexts(headers)) throw refuse('must have texts as headers')
    return { type, name, url, headers }
  }
  if (type !== 'stdio') throw refuse('must be of type stdio, http or sse')
  if (typeof command !== 'string' || command === '') throw refuse('needs the program to start as command')
  if (args !== undefined && !(Array.isArray(args) && args.every((word) => typeof word === 'string'))) {
    throw refuse('must have a list of texts as args')
  }
  if (env !== undefined && !isTexts(env)) throw refuse('must have texts as env')
  return { name, command, ...(args === undefined ? {} : { args }), ...(env === undefined ? {} : { env }) }
}

function isTexts(value: unknown): value is Record<string, string> {
  return isRecord(value) && Object.values(value).every((text) => typeof text === 'string')
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
