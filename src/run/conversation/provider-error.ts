import type { AgentFailure, RefusalKind } from '../../agents/command-line/provider-failure.ts'
import { kindOf, providerFailure, resetOf, statusOf } from '../../agents/command-line/provider-failure.ts'
import type { AgentRequestError } from '../../acp/wire/agent-request-error.ts'
import { isRecord } from '../../core/is-record.ts'
import { CapstanError } from '../../core/capstan-error.ts'
import type { ErrorDetail } from '../../events/error.ts'

const hints: Readonly<Record<string, string>> = {
  RATE_LIMITED: 'Wait and try again, or use another model or API key.',
  PROVIDER_ERROR: 'Check the model and the message: the provider rejected the request.',
}
const passing = 'Try again: the provider or the connection to it failed.'

/** The model provider rejected or failed a request of the agent. */
export class ProviderError extends CapstanError {
  /** The HTTP status, if the agent reports it. */
  declare readonly status?: number
  /** Whether a retry can succeed. */
  declare readonly retryable?: boolean
  /** What the refusal means for the account, if the status or the agent says so. */
  declare readonly kind?: RefusalKind
  /** When the provider accepts requests again, as ISO 8601 text, if the agent reports it. */
  declare readonly resetsAt?: string

  constructor(failure: AgentFailure) {
    const { code, message, retryable } = failure
    const hint = code === 'PROVIDER_ERROR' && retryable === true ? passing : hints[code]
    super(code, message, hint === undefined ? {} : { hint })
    const status = statusOf(failure)
    if (status !== undefined) this.status = status
    if (retryable !== undefined) this.retryable = retryable
    const [kind, reset] = [kindOf(failure), resetOf(failure)]
    if (kind !== undefined) this.kind = kind
    if (reset !== undefined) this.resetsAt = new Date(reset).toISOString()
  }

  override toJSON(): Record<string, unknown> {
    const { status, retryable, kind, resetsAt } = this
    return {
      ...super.toJSON(),
      ...(status === undefined ? {} : { status }),
      ...(retryable === undefined ? {} : { retryable }),
      // The status implies the kind.
      ...(kind === undefined || status !== undefined ? {} : { kind }),
      ...(resetsAt === undefined ? {} : { resetsAt }),
    }
  }
}

const providerCodes: ReadonlySet<unknown> = new Set(['AUTH_ERROR', 'RATE_LIMITED', 'PROVIDER_ERROR'])

/** The error of a failed turn, for either transport. */
export function failureError(failure: ErrorDetail): CapstanError {
  if (providerCodes.has(failure.code)) return new ProviderError(failure as AgentFailure)
  return new CapstanError(String(failure.code ?? 'AGENT_ERROR'), failure.message)
}

/**
 * The provider's refusal in an error response of an ACP agent: an HTTP status as the code or in `data.status`, and
 * `data.retryAfterMs`.
 */
export function refusalIn({ rpcCode, data }: AgentRequestError, message: string): CapstanError | undefined {
  const { status = rpcCode, retryAfterMs } = isRecord(data) ? data : {}
  if (typeof status !== 'number' || status < 400 || status > 599) return undefined
  const failure = providerFailure(status, message)
  if (typeof retryAfterMs !== 'number' || !Number.isFinite(retryAfterMs)) return failureError(failure)
  return failureError({ ...failure, data: { status, resetsAt: Date.now() + Math.max(0, retryAfterMs) } })
}
