/** The error response to a rejected request. */
export interface RpcFault {
  code: number
  message: string
  data?: unknown
}

/** Thrown by a handler to answer its request with this fault. */
export class RpcError extends Error {
  readonly fault: RpcFault

  constructor(code: number, message: string, data?: unknown) {
    super(message)
    this.name = 'RpcError'
    this.fault = { code, message, ...(data === undefined ? {} : { data }) }
  }
}

export function invalidRequest(message: string): RpcError {
  return new RpcError(-32600, message)
}

export function unknownMethod(method: string): RpcError {
  return new RpcError(-32601, `Method not found: ${method}`, { method })
}

export function invalidParams(message: string, data?: unknown): RpcError {
  return new RpcError(-32602, `Invalid params: ${message}`, data)
}

export function authenticationRequired(): RpcError {
  return new RpcError(-32000, 'Authentication required')
}

export function unknownSession(sessionId: string): RpcError {
  return new RpcError(-32002, `Session not found: ${sessionId}`, { sessionId })
}

export function requestCancelled(): RpcError {
  return new RpcError(-32800, 'Request cancelled')
}

/** The error response for a thrown value. */
export function faultOf(error: unknown): RpcFault {
  if (error instanceof RpcError) return error.fault
  return { code: -32603, message: error instanceof Error ? error.message : String(error) }
}
