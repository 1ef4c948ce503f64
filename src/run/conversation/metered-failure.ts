import { CapstanError } from '../../core/capstan-error.ts'
import type { RunConversation } from '../api/run-conversation.ts'
import { failureError } from './provider-error.ts'

/**
 * The failure of the last model call of a turn, as the proxy saw it; undefined if it succeeded. Some agents end such a turn
 * as a success, with the error or half an answer as text.
 */
export function meteredFailure({ usage }: Pick<RunConversation, 'usage'>): CapstanError | undefined {
  const failure = usage?.failure
  if (failure === undefined) return undefined
  const { code, message, retryable, status, retryAfterMs } = failure
  return failureError({
    code,
    message,
    retryable,
    data: {
      ...(status === undefined ? {} : { status }),
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    },
  })
}

/** The error of a failed turn: what the proxy saw, where the agent reports no code of its own. */
export function seenFailure(error: unknown, conversation: Pick<RunConversation, 'usage'>): unknown {
  const isUnclear = CapstanError.isInstance(error) && unclear.has(error.code)
  return (isUnclear && meteredFailure(conversation)) || error
}

const unclear: ReadonlySet<string> = new Set([
  'AGENT_ERROR',
  'PROVIDER_ERROR',
  'AGENT_CRASH',
  'AGENT_REQUEST_ERROR',
])
