/** A message of JSON-RPC 2.0, as MCP sends it. */
export interface McpMessage {
  jsonrpc: '2.0'
  id?: string | number | null
  method?: string
  params?: unknown
  result?: unknown
  error?: { code: number; message: string; data?: unknown }
}

/** What a transport tells of. */
export interface McpListener {
  onMessage(message: McpMessage): void
  /** The conversation is over and no further message comes. */
  onClose(error: Error): void
}

/** Carries messages to an MCP server and back. */
export interface McpTransport {
  /** Rejects when the message did not get there. */
  send(message: McpMessage, signal: AbortSignal): Promise<void>
  /** Told once it is known what both sides speak. */
  agreeOn?(protocolVersion: string): void
  close(): Promise<void>
}

export type OpenMcpTransport = (listener: McpListener) => Promise<McpTransport>
