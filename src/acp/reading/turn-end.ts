import type { ErrorDetail, Meta, StatusChangedEvent, StopReason, TokenUsage } from '../../events/index.ts'
import { readTokens } from './activity.ts'
import { count, fieldsOf, isFields, optional, put, putMeta, type Fields, type Reading } from './reading.ts'
import { stopReason } from './enum-values.ts'

/** How a turn ended. */
export interface TurnEnd {
  /** `unknown` when the agent did not say. */
  stopReason: StopReason
  /** Tokens of the turn. */
  tokens?: TokenUsage
  /** The failure behind stop reason `error`. */
  error?: ErrorDetail
  /** Vendor data of the message that ended it. */
  meta?: Meta
}

/** Reads the end of a turn in the answer to `session/prompt` of version 1. Any answer ends the turn. */
export function turnEndFromV1(answer: unknown): TurnEnd {
  const from: Fields = isFields(answer) ? answer : {}
  const reading: Reading = { version: 1, incomplete: false }
  const end: TurnEnd = { stopReason: optional(from.stopReason, stopReason, reading) ?? 'unknown' }
  put(end, 'tokens', optional(from.usage, readTokens, reading) ?? quotaTokens(from, reading))
  putMeta(end, from, reading)
  return end
}

/** Gemini CLI tells the tokens of a turn in vendor data only, and its thoughts not even there. */
function quotaTokens({ _meta }: Fields, reading: Reading): TokenUsage | undefined {
  const quota = isFields(_meta) && isFields(_meta.quota) ? _meta.quota.token_count : undefined
  return optional(quota, readQuota, reading)
}

function readQuota(value: unknown): TokenUsage {
  const { input_tokens: input, output_tokens: output } = fieldsOf(value)
  return { input: count(input), output: count(output), incomplete: true }
}

/** Reads the end of a turn in an idle state of version 2. */
export function turnEndFromV2(event: StatusChangedEvent): TurnEnd {
  const end: TurnEnd = { stopReason: event.stopReason ?? 'unknown' }
  put(end, 'tokens', event.tokens)
  put(end, 'error', event.error)
  put(end, 'meta', event.meta ?? undefined)
  return end
}
