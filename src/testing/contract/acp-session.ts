import type { McpServer } from '../../acp/mcp-servers.ts'
import type { AcpSession } from '../../acp/session.ts'
import type { AgentEvent } from '../../events/event.ts'
import type { AcpConnection } from '../../acp/acp-connection.ts'
import type { CheckContext } from './context.ts'

/** A session on a connection of its own, for what a run of the client does not offer. */
export interface OpenAcpSession {
  readonly session: AcpSession
  /** The events so far. */
  readonly events: readonly AgentEvent[]
}

/** Opens a session that refuses every permission request. */
export async function openAcpSession(
  context: CheckContext,
  options: {
    connection?: AcpConnection
    mcpServers?: readonly McpServer[]
    onEvent?: (event: AgentEvent) => void
  } = {},
): Promise<OpenAcpSession> {
  const { connection = await context.connect(), mcpServers, onEvent } = options
  const events: AgentEvent[] = []
  const session = await connection.createSession({
    cwd: context.folder,
    ...(mcpServers === undefined ? {} : { mcpServers }),
    onEvent: (event) => {
      events.push(event)
      onEvent?.(event)
      return undefined
    },
    handlers: { permission: async () => ({ type: 'cancelled' }) },
  })
  return { session, events }
}
