/** A JSON-RPC 2.0 message of MCP. */
export interface McpMessage {
  jsonrpc: '2.0'
  id?: string | number | null
  method?: string
  params?: unknown
  result?: unknown
  error?: { code: number; message: string; data?: unknown }
}

/** The callbacks of a transport. */
export interface McpListener {
  onMessage(message: McpMessage): void
  /** The connection has ended; no further message follows. */
  onClose(error: Error): void
}

/** Carries messages between client and MCP server. */
export interface McpTransport {
  /** Rejects when the message could not be sent. */
  send(message: McpMessage, signal: AbortSignal): Promise<void>
  /** Sets the negotiated protocol version. */
  setProtocolVersion?(protocolVersion: string): void
  close(): Promise<void>
}

export type OpenMcpTransport = (listener: McpListener) => Promise<McpTransport>
