import { A2EError } from '../../a2e-error.ts'

/** An A2E error about an MCP server. */
export function mcpError(code: string, message: string, detail: Record<string, unknown> = {}): A2EError {
  return new A2EError(code, message, {
    detail,
    capabilityName: 'mcp',
    retryable: code === 'mcp_server_unavailable' || code === 'mcp_transport_error',
  })
}
