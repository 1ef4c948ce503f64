import type { AgentEvent } from '../../../events/event.ts'
import { countOf, type Fields, fieldsOf, listOf, textOf } from '../../command-line/read-values.ts'
import type { ProviderSign, ReadSign } from '../../command-line/provider-sign.ts'

/** Reads the messages of `emitRawSDKMessages`: streamed text without a matching whole block was abandoned. */
export function readClaudeSigns(): ReadSign {
  /** The message with unfinished deltas. */
  let open: string | undefined
  /** The text of a failure, which the agent repeats as its own text. */
  let failure: string | undefined
  return (event) => {
    if (event.type === 'raw') {
      const message = sdkMessage(event.payload)
      if (message === undefined) return undefined
      if (message.type === 'system') {
        open = undefined
        return retryOf(message)
      }
      if (message.parent_tool_use_id != null) return { type: 'aside' }
      open = undefined
      if (isFailure(message)) failure = wordsOf(message)
      return { type: 'settled' }
    }
    if (!isSpoken(event)) return undefined
    const { messageId, text } = event
    if (failure !== undefined && text === failure) {
      failure = undefined
      return { type: 'failure', message: text }
    }
    const isOther = open !== undefined && messageId !== open
    open = messageId
    return isOther ? { type: 'restart' } : undefined
  }
}

function isSpoken(
  event: AgentEvent,
): event is Extract<AgentEvent, { type: 'text.delta' | 'thinking.delta' }> & { messageId: string } {
  if (event.type !== 'text.delta' && event.type !== 'thinking.delta') return false
  const isAgent = event.type === 'thinking.delta' || event.role === undefined || event.role === 'agent'
  return isAgent && event.subagentId === undefined && event.messageId !== undefined
}

function sdkMessage(payload: unknown): Fields | undefined {
  const { method, params } = fieldsOf(payload)
  return method === '_claude/sdkMessage' ? fieldsOf(fieldsOf(params).message) : undefined
}

function isFailure({ is_api_error_message: isApiError, error }: Fields): boolean {
  return isApiError === true || typeof error === 'string'
}

function wordsOf({ message }: Fields): string {
  return listOf(fieldsOf(message).content)
    .map((block) => textOf(fieldsOf(block).text) ?? '')
    .join('')
}

function retryOf(line: Fields): ProviderSign {
  const status = countOf(line.error_status)
  return {
    type: 'retry',
    attempt: countOf(line.attempt),
    most: countOf(line.max_retries),
    status,
    reason: retryReason(line),
  }
}

/** The reason for a retry, from the fields of `system/api_retry`. */
export function retryReason({ error_status: status, error }: Fields): string {
  if (typeof status === 'number') return `the provider answered HTTP ${status}`
  const reason = textOf(error)
  return reason === undefined || reason === 'unknown' ? 'the provider gave no answer' : reason
}
