import { A2EError, type A2EErrorOptions } from '../../a2e-error.ts'

/** An A2E error about an MCP server. */
export function mcpError(
  code: string,
  message: string,
  options: Pick<A2EErrorOptions, 'detail' | 'hint'> = {},
): A2EError {
  return new A2EError(code, message, {
    ...options,
    capabilityName: 'mcp',
    retryable: code === 'mcp_server_unavailable' || code === 'mcp_transport_error',
  })
}
