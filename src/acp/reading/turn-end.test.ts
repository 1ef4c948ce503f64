import { expect, test } from 'vitest'
import { turnEndFromV1, turnEndFromV2 } from './turn-end.ts'

test('reads the stop reason, tokens and vendor data of a version 1 response', () => {
  const usage = { totalTokens: 10, inputTokens: 6, outputTokens: 4, thoughtTokens: 1, cachedReadTokens: 2 }
  expect(turnEndFromV1({ stopReason: 'max_turn_requests', usage, _meta: { quota: 1 } })).toStrictEqual({
    stopReason: 'max-turn-requests',
    tokens: { total: 10, input: 6, output: 4, thinking: 1, cacheRead: 2 },
    meta: { quota: 1 },
  })
})

test('reads tokens that are reported only in vendor data', () => {
  const quota = { token_count: { input_tokens: 202, output_tokens: 84 }, model_usage: [] }
  expect(turnEndFromV1({ stopReason: 'end_turn', _meta: { quota } })).toStrictEqual({
    stopReason: 'end-turn',
    tokens: { input: 202, output: 84, incomplete: true },
    meta: { quota: { token_count: { input_tokens: 202, output_tokens: 84 }, model_usage: [] } },
  })
})

test('keeps an unknown stop reason', () => {
  expect(turnEndFromV1({ stopReason: 'out_of_credit' })).toStrictEqual({ stopReason: 'out_of_credit' })
})

test.each([null, undefined, {}, { stopReason: 5, usage: 'much' }])(
  '%j ends a turn without a reason',
  (answer) => {
    expect(turnEndFromV1(answer)).toStrictEqual({ stopReason: 'unknown' })
  },
)

test('reads the same and the error from an idle state of version 2', () => {
  expect(
    turnEndFromV2({
      type: 'status.changed',
      sessionId: 'session-1',
      status: 'idle',
      stopReason: 'error',
      error: { message: 'Out of credit', code: -32603 },
      tokens: { total: 3 },
      meta: { quota: 1 },
    }),
  ).toStrictEqual({
    stopReason: 'error',
    error: { message: 'Out of credit', code: -32603 },
    tokens: { total: 3 },
    meta: { quota: 1 },
  })
  expect(turnEndFromV2({ type: 'status.changed', status: 'idle' })).toStrictEqual({ stopReason: 'unknown' })
})
