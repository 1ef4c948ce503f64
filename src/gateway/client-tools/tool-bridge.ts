import type { McpServer } from '../../run/index.ts'
import type { ClientTool } from '../ag-ui/input.ts'
import type { ThreadPort } from '../threads/thread-context.ts'

/** The tools of one thread, as the agent's session has them. */
export interface ToolOffer {
  /** For the agent to start. It holds a token: keep it nowhere. */
  readonly server: McpServer
  /** Other tools of the client from now on. */
  update(tools: readonly ClientTool[]): void
  /** Whether an agent means one of the client's tools by this name, under which it tells its own calls. */
  isClientTool(name: string): boolean
  /** Nobody runs them any more. */
  end(): void
}

/** By which agents call the tools of clients and of the gateway. */
export interface ToolBridge {
  offer(thread: ThreadPort, tools: readonly ClientTool[]): ToolOffer
  close(): Promise<void>
}

/** The name of the MCP server that agents start; some put it before the names of its tools. */
export const bridgeName = 'capstan-client'

/** By which the program that an agent starts finds us. Not by its arguments: everybody can read those. */
export const socketVariable = 'CAPSTAN_GATEWAY_SOCKET'
export const tokenVariable = 'CAPSTAN_GATEWAY_TOKEN'
