import { CapstanError } from '../../core/capstan-error.ts'
import type { McpAccess } from '../mcp/mcp-access.ts'
import type { OpenAgentSessionOptions } from './open-agent-session.ts'

type Access = Pick<OpenAgentSessionOptions, 'mcp'>

/**
 * Opens a session whose agent gets the messaging tools. An agent without MCP support still receives messages; its
 * capabilities say what it cannot do.
 */
export async function openWithTools<Session>(
  open: (access: Access) => Promise<Session>,
  { mcp, warn }: { mcp: McpAccess; warn: (message: string) => void },
): Promise<Session> {
  let given: { id: string } | undefined
  try {
    return await open({
      mcp: (identity) => {
        given = identity
        return mcp.mcpServerFor(identity)
      },
    })
  } catch (error) {
    if (given !== undefined) mcp.revoke(given)
    if (!CapstanError.isInstance(error) || error.toJSON()['id'] !== 'mcp.stdio') throw error
    warn(`${error.message}; opening the session without tools`)
    return await open({})
  }
}
