/** Thrown by a handler to answer the agent's request with this error. */
export class RpcFault extends Error {
  readonly code: number
  declare readonly data?: unknown

  constructor(code: number, message: string, data?: unknown) {
    super(message)
    this.code = code
    if (data !== undefined) this.data = data
  }
}

export const methodNotFound = -32601
export const invalidParams = -32602
export const internalError = -32603
export const resourceNotFound = -32002
export const requestCancelled = -32800
