import { toProfile } from '../capabilities/ecosystems/acp/profile.ts'
import type { CapabilityProfile } from '../capabilities/profile.ts'
import type { IAgentCapabilities } from '../capabilities/ecosystems/acp/types.ts'
import { requireList, requireObject } from '../core/check-argument.ts'
import { ValidationError } from '../core/validation-error.ts'
import { requireAdvertised } from './gates.ts'

/** An MCP server of a session. */
export type McpServer = McpStdioServer | McpRemoteServer

/** A server that the agent starts. */
export interface McpStdioServer {
  readonly type?: 'stdio'
  readonly name: string
  readonly command: string
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

/** A server with a URL. */
export interface McpRemoteServer {
  readonly type: 'http' | 'sse'
  readonly name: string
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * Checks the fields of the servers, and their transports against the capabilities.
 * @throws ValidationError for an invalid field, CapabilityNotSupportedError `mcpCapabilities.http` or
 * `mcpCapabilities.sse`.
 */
export function validateMcpServersWithCapabilities(
  servers: readonly McpServer[],
  capabilities: IAgentCapabilities,
  agent = 'unknown',
): void {
  requireObject(capabilities, 'capabilities', ['mcp', 'prompt'])
  requireMcpServers(servers, toProfile(capabilities, { subject: { kind: 'agent', id: agent } }))
}

/** The same against a profile. Sessions use this check, because callers cannot change the profile. */
export function requireMcpServers(servers: readonly McpServer[], profile: CapabilityProfile): void {
  requireList(servers, 'mcpServers')
  for (const [index, server] of servers.entries()) requireFields(server, index)
  requireAdvertised(profile, { mcpServers: servers })
}

function requireFields(server: McpServer, index: number): void {
  const refuse = (field: string, message: string): never => {
    throw new ValidationError(`mcpServers.${index}.${field} ${message}`, [
      { path: ['mcpServers', index, field], message },
    ])
  }
  requireObject(server, `mcpServers.${index}`)
  if (typeof server.name !== 'string' || server.name === '') refuse('name', 'must be a name')
  const type: unknown = server.type
  if (type === undefined || type === 'stdio') {
    const { command, args = [], env = {} } = server as McpStdioServer
    if (typeof command !== 'string' || command === '') refuse('command', 'must be the program to start')
    if (!isTexts(args)) refuse('args', 'must be a list of texts')
    if (!isTexts(Object.values(env))) refuse('env', 'must have texts as values')
  } else if (type === 'http' || type === 'sse') {
    const { url, headers = {} } = server as McpRemoteServer
    if (!URL.canParse(url)) refuse('url', 'must be the address of the server')
    if (!isTexts(Object.values(headers))) refuse('headers', 'must have texts as values')
  } else refuse('type', 'must be stdio, http or sse')
}

function isTexts(values: unknown): boolean {
  return Array.isArray(values) && values.every((value) => typeof value === 'string')
}

/** A server in the wire format. Version 1 requires every list, and no type for a stdio server. */
export function mcpServerToAcp(server: McpServer, protocolVersion: 1 | 2): Record<string, unknown> {
  if (server.type === 'http' || server.type === 'sse') {
    const { type, name, url, headers = {} } = server
    return { type, name, url, headers: pairs(headers) }
  }
  const { name, command, args = [], env = {} } = server as McpStdioServer
  return {
    ...(protocolVersion === 2 ? { type: 'stdio' } : {}),
    name,
    command,
    args: [...args],
    env: pairs(env),
  }
}

function pairs(record: Readonly<Record<string, string>>): { name: string; value: string }[] {
  return Object.entries(record).map(([name, value]) => ({ name, value }))
}
