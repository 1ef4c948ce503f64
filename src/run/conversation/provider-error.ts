import type { AgentFailure } from '../../agents/command-line/provider-failure.ts'
import { statusOf } from '../../agents/command-line/provider-failure.ts'
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

  constructor(failure: AgentFailure) {
    const { code, message, retryable } = failure
    const hint = code === 'PROVIDER_ERROR' && retryable === true ? passing : hints[code]
    super(code, message, hint === undefined ? {} : { hint })
    const status = statusOf(failure)
    if (status !== undefined) this.status = status
    if (retryable !== undefined) this.retryable = retryable
  }

  override toJSON(): Record<string, unknown> {
    const { status, retryable } = this
    return {
      ...super.toJSON(),
      ...(status === undefined ? {} : { status }),
      ...(retryable === undefined ? {} : { retryable }),
    }
  }
}

const providerCodes: ReadonlySet<unknown> = new Set(['AUTH_ERROR', 'RATE_LIMITED', 'PROVIDER_ERROR'])

/** The error of a failed turn, for either transport. */
export function failureError(failure: ErrorDetail): CapstanError {
  if (providerCodes.has(failure.code)) return new ProviderError(failure as AgentFailure)
  return new CapstanError(String(failure.code ?? 'AGENT_ERROR'), failure.message)
}
