import { expect, test } from 'vitest'
import { type RunSummary, summaryLine } from './summary.ts'

test.each<[string, Omit<RunSummary, 'agent'>, string]>([
  [
    'names every part of the total',
    { tokens: { total: 3186, input: 3003, cacheRead: 100, cacheWrite: 10, output: 73, thinking: 6 } },
    '3,186 tokens (3,003 in, 100 read from cache, 10 written to cache, 73 out including 6 thinking)',
  ],
  [
    'says which cost Capstan computed',
    { cost: { amount: 0.0065, currency: 'USD', source: 'computed' } },
    '$0.0065 (computed)',
  ],
  [
    'says that a count is not complete',
    {
      stopReason: 'cancelled',
      tokens: { total: 5080, input: 5005, output: 75, incomplete: true },
      cost: { amount: 0.5, currency: 'USD', incomplete: true },
    },
    'stopped: cancelled · at least 5,080 tokens (5,005 in, 75 out) · at least $0.50',
  ],
  [
    'says that what a cancelled run used is unknown',
    { stopReason: 'cancelled' },
    'stopped: cancelled · tokens unknown',
  ],
  ['leaves out that a run failed, which the error says', { stopReason: 'error', durationMs: 2000 }, '2.0 s'],
])('%s', (_, summary, line) => {
  expect(summaryLine({ agent: 'sim', ...summary })).toBe(line)
})
