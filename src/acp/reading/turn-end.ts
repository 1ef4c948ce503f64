import type { ErrorDetail, Meta, StatusChangedEvent, StopReason, TokenUsage } from '../../events/index.ts'
import { readTokens } from './activity.ts'
import { count, fieldsOf, isFields, optional, put, putMeta, type Fields, type Reading } from './reading.ts'
import { stopReason } from './enum-values.ts'

/** How a turn ended. */
export interface TurnEnd {
  /** `unknown` if the agent reported none. */
  stopReason: StopReason
  /** Tokens of the turn. */
  tokens?: TokenUsage
  /** The error for the stop reason `error`. */
  error?: ErrorDetail
  /** Vendor data of the last message. */
  meta?: Meta
}

/** Reads the end of a turn from the response to `session/prompt` of version 1. Any response ends the turn. */
export function turnEndFromV1(answer: unknown): TurnEnd {
  const from: Fields = isFields(answer) ? answer : {}
  const reading: Reading = { version: 1, incomplete: false }
  const end: TurnEnd = { stopReason: optional(from.stopReason, stopReason, reading) ?? 'unknown' }
  put(end, 'tokens', optional(from.usage, readTokens, reading) ?? quotaTokens(from, reading))
  putMeta(end, from, reading)
  return end
}

/** Gemini CLI reports tokens only in vendor data, and no thinking tokens at all. */
function quotaTokens({ _meta }: Fields, reading: Reading): TokenUsage | undefined {
  const quota = isFields(_meta) && isFields(_meta.quota) ? _meta.quota.token_count : undefined
  return optional(quota, readQuota, reading)
}

function readQuota(value: unknown): TokenUsage {
  const { input_tokens: input, output_tokens: output } = fieldsOf(value)
  return { input: count(input), output: count(output), incomplete: true }
}

/** Reads the end of a turn from an idle state of version 2. */
export function turnEndFromV2(event: StatusChangedEvent): TurnEnd {
  const end: TurnEnd = { stopReason: event.stopReason ?? 'unknown' }
  put(end, 'tokens', event.tokens)
  put(end, 'error', event.error)
  put(end, 'meta', event.meta ?? undefined)
  return end
}
