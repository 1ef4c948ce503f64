import type { McpServer } from '../../run/index.ts'
import type { ClientTool } from '../ag-ui/input.ts'
import type { ThreadPort } from '../threads/thread-context.ts'

/** The tools of one thread, offered to its session. */
export interface ToolOffer {
  /** The MCP server for the agent to start. Contains a token: do not store it. */
  readonly server: McpServer
  /** Replaces the client's tools. */
  update(tools: readonly ClientTool[]): void
  /** Whether the agent uses this name for one of the client's tools. */
  isClientTool(name: string): boolean
  /** Withdraws the tools. */
  end(): void
}

/** Lets agents call the tools of clients and of the gateway. */
export interface ToolBridge {
  offer(thread: ThreadPort, tools: readonly ClientTool[]): ToolOffer
  close(): Promise<void>
}

/** Name of the MCP server that agents start; some agents prefix tool names with it. */
export const bridgeName = 'capstan-client'

/** Environment variables of the MCP server program. Not arguments: other users can read those. */
export const socketVariable = 'CAPSTAN_GATEWAY_SOCKET'
export const tokenVariable = 'CAPSTAN_GATEWAY_TOKEN'
