import type { McpServer } from '../../run/index.ts'
import { packageFolder } from '../../core/files/package-folder.ts'
import { CapstanError } from '../../core/capstan-error.ts'
import type { Tokens } from '../wire/tokens.ts'
import { socketVariable, tokenVariable } from './mcp-variables.ts'

/** Gives the agents of sessions the tools for messages and actions. */
export interface McpAccess {
  /** The MCP server for the agent of the session with this id. It contains a token: do not store it. */
  mcpServerFor(session: { readonly id: string }): McpServer
  /** Revokes the tokens of a session. */
  revoke(session: { readonly id: string }): void
}

/** Access to the sessions that `serveSessions` serves at this socket. */
export function createMcpAccess({ socketPath, tokens }: { socketPath: string; tokens: Tokens }): McpAccess {
  return {
    mcpServerFor: ({ id }) => {
      // A restarted agent gets a new token; the old one must not stay valid.
      tokens.revoke(id)
      const token = tokens.issue({ rights: 'session', session: id })
      return {
        name: 'capstan',
        command: process.execPath,
        args: [serverProgram()],
        env: { [socketVariable]: socketPath, [tokenVariable]: token },
      }
    },
    revoke: ({ id }) => tokens.revoke(id),
  }
}

function serverProgram(): string {
  const folder = packageFolder(import.meta.dirname)
  if (folder !== undefined)
    return process.getBuiltinModule('node:path').join(folder, 'dist/sessions/mcp/main.js')
  throw new CapstanError('MCP_SERVER_MISSING', "Capstan's MCP server is missing from the package", {
    hint: 'Import Capstan from the installed package, not from a copy of its code.',
  })
}
