import { join } from 'node:path'
import type { PlannedFile } from '../../agents/definition/planned-file.ts'
import type { McpServer, McpStdioServer } from '../../acp/mcp-servers.ts'

/** Sources the file of its first argument, then executes the other arguments. */
const script = '. "$0"; exec "$@"'
/** A valid name of a shell variable. */
const settable = /^[A-Za-z_]\w*$/

/**
 * Files with the variables of MCP servers, for agents that would put them on a command line, where all users of the
 * machine can read them.
 */
export function mcpVariableFiles(servers: readonly McpServer[] = []): PlannedFile[] {
  return servers.flatMap((server, index) => {
    const lines = variablesOf(server)
      .filter(([name]) => settable.test(name))
      .map(([name, value]) => `export ${name}='${value.replaceAll("'", String.raw`'\''`)}'\n`)
    return lines.length === 0 ? [] : [{ path: fileOf(index), content: lines.join('') }]
  })
}

/** The same servers, each started by a shell that sources its file. */
export function withVariableFiles(servers: readonly McpServer[], folder: string): McpServer[] {
  return servers.map((server, index) => {
    const variables = variablesOf(server)
    if (!variables.some(([name]) => settable.test(name))) return server
    const { command, args = [] } = server as McpStdioServer
    return {
      name: server.name,
      command: '/bin/sh',
      args: ['-c', script, join(folder, fileOf(index)), command, ...args],
      env: Object.fromEntries(variables.filter(([name]) => !settable.test(name))),
    }
  })
}

/** Warnings about servers with headers, which cannot be moved into a file. */
export function shownHeaderWarnings(agent: string, servers: readonly McpServer[] = []): string[] {
  return servers
    .filter((server) => 'headers' in server && Object.keys(server.headers ?? {}).length > 0)
    .map(
      ({ name }) => `${agent} shows the headers of the MCP server ${name} to all users of this machine (ps)`,
    )
}

function variablesOf(server: McpServer): [string, string][] {
  if (server.type === 'http' || server.type === 'sse') return []
  return Object.entries((server as McpStdioServer).env ?? {})
}

function fileOf(index: number): string {
  return `mcp-${index}.sh`
}
