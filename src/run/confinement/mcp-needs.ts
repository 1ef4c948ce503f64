import { isAbsolute } from 'node:path'
import type { McpServer } from '../../acp/mcp-servers.ts'

const { statSync } = process.getBuiltinModule('node:fs')

/** What the MCP servers of a run need in the sandbox. */
export interface McpNeeds {
  /** Addresses of remote servers. */
  readonly urls: readonly string[]
  /** Programs and scripts of servers that the agent starts. */
  readonly programs: readonly string[]
  /** Unix sockets that these programs use. */
  readonly sockets: readonly string[]
}

export function mcpNeeds(servers: readonly McpServer[]): McpNeeds {
  const urls = servers.flatMap((server) => ('url' in server ? [server.url] : []))
  const started = servers.flatMap((server) => ('url' in server ? [] : [server]))
  const words = started.flatMap(({ command, args = [] }) => [command, ...args])
  const values = started.flatMap(({ env = {} }) => Object.values(env))
  return {
    urls,
    programs: words.filter((word) => kindOf(word) === 'file'),
    sockets: [...new Set([...words, ...values].filter((word) => kindOf(word) === 'socket'))],
  }
}

/** The servers whose headers or address name one of these variables: the agent fills in the value. */
export function serversNaming(servers: readonly McpServer[], variables: readonly string[]): McpServer[] {
  return servers.filter((server) => {
    if (!('url' in server)) return false
    const words = [server.url, ...Object.values(server.headers ?? {})].join(' ').split(/\W+/)
    return variables.some((name) => words.includes(name))
  })
}

function kindOf(path: string): 'file' | 'socket' | undefined {
  const stats = isAbsolute(path) ? statSync(path, { throwIfNoEntry: false }) : undefined
  return stats?.isSocket() ? 'socket' : stats?.isFile() ? 'file' : undefined
}
