import type { AgentFailure } from '../../agents/command-line/provider-failure.ts'
import { statusOf } from '../../agents/command-line/provider-failure.ts'
import { CapstanError } from '../../core/capstan-error.ts'
import type { ErrorDetail } from '../../events/error.ts'

const hints: Readonly<Record<string, string>> = {
  RATE_LIMITED: 'Wait and run it again, or use another model or key.',
  PROVIDER_ERROR: 'Check the model and what the message says: the provider refused the request.',
}
const passing = 'Run it again: the provider or the connection to it failed.'

/** The model provider refused or failed what an agent asked of it. */
export class ProviderError extends CapstanError {
  /** The HTTP status it answered with, where the agent reports it. */
  declare readonly status?: number
  /** Whether trying again can succeed. */
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

/** The error for what a turn failed with, whichever transport reported it. */
export function failureError(failure: ErrorDetail): CapstanError {
  if (providerCodes.has(failure.code)) return new ProviderError(failure as AgentFailure)
  return new CapstanError(String(failure.code ?? 'AGENT_ERROR'), failure.message)
}
