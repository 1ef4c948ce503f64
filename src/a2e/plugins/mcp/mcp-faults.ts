import { A2EError } from '../../a2e-error.ts'
import { mcpError } from './mcp-error.ts'
import { hintOf } from './mcp-message-limit.ts'
import { ProtocolError, SdkError, SdkErrorCode, SdkHttpError } from '@modelcontextprotocol/client'

/** The server refused a request because it does not know the session; a new connection can repeat the request. */
export class LostSessionError extends Error {
  override readonly name = 'LostSessionError'
}

export interface McpRequestFault {
  method: string
  signal: AbortSignal
  /** Aborted when the connection has ended, with the error for its requests. */
  ended: AbortSignal
}

/** The A2E error for a request that failed, or a `LostSessionError`. */
export function requestError(error: unknown, { method, signal, ended }: McpRequestFault): Error {
  if (signal.aborted) return mcpError('timeout', `${method} was canceled`)
  const status = statusOf(error)
  if (ended.aborted) {
    const reason = ended.reason as Error
    return isUnknownSession(status) ? new LostSessionError(reason.message) : reason
  }
  if (error instanceof A2EError) return error
  if (status !== undefined)
    return mcpError('mcp_transport_error', `The server answered ${method} with ${status}`)
  if (error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout)
    return mcpError('timeout', `The server did not answer ${method} in time`)
  if (error instanceof ProtocolError)
    return mcpError('mcp_protocol_error', textOf(error), {
      detail: { mcp_code: error.code },
      ...hintOf(error.message),
    })
  if (error instanceof SdkError) return mcpError('mcp_protocol_error', textOf(error))
  return mcpError('mcp_transport_error', `${method} failed: ${textOf(error)}`)
}

/** Whether a server answers so to a session that it does not know: 404 by the specification, 400 by many servers. */
export function isUnknownSession(status: number | undefined): boolean {
  return status === 400 || status === 404
}

/** The status of an HTTP response that is an error. */
export function statusOf(error: unknown): number | undefined {
  return error instanceof SdkHttpError ? error.data.status : undefined
}

/** The first line: an error of the schema library lists every issue. */
function textOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return text.split('\n', 1)[0]?.slice(0, 500) ?? ''
}
