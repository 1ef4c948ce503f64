import { meta, type Rows } from './acp-content.ts'
import { shape, type Variant } from './shape.ts'

export const stopReasons = ['end_turn', 'max_tokens', 'max_turn_requests', 'refusal', 'cancelled', 'error']

export const usage = shape('Usage', {
  rows: {
    totalTokens: 'total',
    inputTokens: 'input',
    outputTokens: 'output',
    thoughtTokens: 'thinking',
    cachedReadTokens: 'cacheRead',
    cachedWriteTokens: 'cacheWrite',
    ...meta,
  },
})

export const cost = shape('Cost', { rows: { amount: 'amount', currency: 'currency', ...meta } })

const error = shape('Error', {
  rows: { code: 'code', message: 'message', data: { to: 'data', verbatim: true } },
})

/** The states of a session; `common` are the fields that every state has in that version. */
export function stateVariants(common: Rows): Variant[] {
  const rows: Rows = { ...common, ...meta }
  return [
    { when: { state: 'running' }, set: { status: 'active' }, rows },
    {
      when: { state: 'idle' },
      set: { status: 'idle' },
      rows: {
        stopReason: { to: 'stopReason', words: stopReasons },
        error: { to: 'error', as: error },
        usage: { to: 'tokens', as: usage },
        ...rows,
      },
      rest: { to: 'stopDetails', optional: true },
    },
    { when: { state: 'requires_action' }, set: { status: 'blocked' }, rows },
    { when: { state: 'unknown' }, set: { status: 'unknown' }, lacks: ['customState'], rows },
    {
      set: { status: 'unknown' },
      rows: { state: 'customState.name', ...meta },
      rest: { to: 'customState.data' },
    },
  ]
}
