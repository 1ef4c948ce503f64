import { CapstanError, type CapstanErrorOptions } from '../../core/capstan-error.ts'
import type { ErrorDetail } from '../../events/error.ts'

/** An error response of JSON-RPC. */
export interface RpcFailure {
  code: number
  message: string
  data?: unknown
}

/** The request that failed. */
export interface AgentRequestErrorDetails extends CapstanErrorOptions {
  agent: string
  method: string
}

/** The agent answered a request with an error. */
export class AgentRequestError extends CapstanError {
  readonly agent: string
  readonly method: string
  /** The JSON-RPC error code. */
  readonly rpcCode: number
  declare readonly data?: unknown

  constructor(failure: RpcFailure, { agent, method, ...options }: AgentRequestErrorDetails) {
    super(codeOf(failure, method), `${agent} refused ${method}: ${failure.message}`, options)
    this.agent = agent
    this.method = method
    this.rpcCode = failure.code
    if (failure.data !== undefined) this.data = failure.data
  }

  override toJSON(): Record<string, unknown> {
    const { agent, method, rpcCode, data } = this
    return { ...super.toJSON(), agent, method, rpcCode, ...(data === undefined ? {} : { data }) }
  }
}

/** The code for an error that the agent reported at the end of a turn instead of as a response. */
export function turnFailureCode({ code, message }: Pick<ErrorDetail, 'code' | 'message'>): string {
  return typeof code === 'number' ? codeOf({ code, message }, 'session/prompt') : 'AGENT_ERROR'
}

/** Some agents use the code of a missing login for every provider error, so for a prompt the message decides. */
function codeOf({ code, message }: RpcFailure, method: string): string {
  switch (code) {
    case -32000:
      return method !== 'session/prompt' || /auth|log ?in|api.?key|credential/i.test(message)
        ? 'AUTH_ERROR'
        : 'AGENT_ERROR'
    case -32002:
      return 'SESSION_NOT_FOUND'
    case -32601:
      return 'METHOD_NOT_FOUND'
    case -32800:
      return 'ABORTED'
    default:
      return 'AGENT_ERROR'
  }
}
