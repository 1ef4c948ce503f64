import type { McpServer } from '../../run/index.ts'
import { packageFolder } from '../../core/files/package-folder.ts'
import { CapstanError } from '../../core/capstan-error.ts'
import type { Tokens } from '../wire/tokens.ts'
import { socketVariable, tokenVariable } from './mcp-variables.ts'

/** By which the agents of sessions get the tools to write to each other and to invoke actions. */
export interface McpAccess {
  /** The MCP server for the agent of a session that is registered under this id. It holds a token: keep it nowhere. */
  mcpServerFor(session: { readonly id: string }): McpServer
  /** Takes the tokens of a session back. */
  revoke(session: { readonly id: string }): void
}

/** Access to what `serveSessions` serves at this socket with these tokens. */
export function createMcpAccess({ socketPath, tokens }: { socketPath: string; tokens: Tokens }): McpAccess {
  return {
    mcpServerFor: ({ id }) => {
      // An agent that was started again has a new one; nobody else should hold the old.
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
  throw new CapstanError('MCP_SERVER_MISSING', "Capstan's own MCP server is not where it was installed", {
    hint: 'Import Capstan from its package: a copy of its code alone cannot start it.',
  })
}
