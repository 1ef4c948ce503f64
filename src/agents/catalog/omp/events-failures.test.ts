import { describe, expect, test } from 'vitest'
import { digest } from '../../../../test/support/output-digest.ts'
import { readOutput } from '../../../../test/support/read-output.ts'
import { createOmpReader } from './events.ts'

/** The events of a recorded run. */
function read(name: string) {
  const file = new URL(`fixtures/output/${name}`, import.meta.url)
  const { events, end } = readOutput(createOmpReader, file, { context: { cwd: '/workspace' } })
  return { ...digest(events), end }
}

describe('the output of omp after a failure', () => {
  test('refused-key.ndjson', () => {
    expect(read('refused-key.ndjson')).toEqual({
      said: '',
      thought: '',
      calls: {},
      usage: [],
      others: [
        {
          type: 'session.started',
          sessionId: '01a1e0a3-7389-7733-8181-7afb9f78b06c',
          meta: { version: 3, timestamp: '2026-11-15T19:16:10.761Z', cwd: '/workspace' },
        },
        {
          type: 'error',
          error: {
            message: '401 fake error 401\nfake error 401 (type=fake)',
            code: 'AUTH_ERROR',
            retryable: false,
            data: { status: 401 },
          },
        },
      ],
      end: {
        stopReason: 'error',
        sessionId: '01a1e0a3-7389-7733-8181-7afb9f78b06c',
        error: {
          message: '401 fake error 401\nfake error 401 (type=fake)',
          code: 'AUTH_ERROR',
          retryable: false,
          data: { status: 401 },
        },
      },
    })
  })

  test('stopped-retry.ndjson', () => {
    expect(read('stopped-retry.ndjson')).toEqual({
      said: '',
      thought: '',
      calls: {},
      usage: [],
      others: [
        {
          type: 'session.started',
          sessionId: '01a1e1a2-b6b1-7330-a2e9-69d471557b84',
          meta: { version: 3, timestamp: '2026-11-15T23:54:59.633Z', cwd: '/workspace' },
        },
        {
          type: 'notice',
          severity: 'warning',
          title: 'omp retries: attempt 1 of 10',
          description: '500 fake error 500\nfake error 500 (type=fake)',
        },
      ],
      end: { stopReason: 'cancelled', sessionId: '01a1e1a2-b6b1-7330-a2e9-69d471557b84' },
    })
  })

  test('length.ndjson', () => {
    expect(read('length.ndjson')).toEqual({
      said: 'Hello from the fake model. The answer is 42.',
      thought: '',
      calls: {},
      usage: [
        {
          total: 1290,
          input: 234,
          output: 56,
          thinking: 20,
          cacheRead: 1000,
          cacheWrite: 0,
          cost: 0.000446,
        },
      ],
      others: [
        {
          type: 'session.started',
          sessionId: '01a1e1a2-8d35-70eb-8cb2-eb3bf9f6acff',
          meta: { version: 3, timestamp: '2026-11-15T23:54:49.013Z', cwd: '/workspace' },
        },
        { type: 'compaction.updated', compactionId: 'compaction-1', status: 'in-progress' },
        { type: 'compaction.updated', compactionId: 'compaction-1', status: 'cancelled' },
        {
          type: 'notice',
          severity: 'warning',
          title:
            'Compaction freed too little context to make progress — pausing automatic maintenance to avoid a compaction loop. The most recent turn alone is too large to reduce further; shrink it (e.g. clear large tool output) or switch to a larger-context model.',
          meta: { source: 'compaction' },
        },
      ],
      end: {
        stopReason: 'max-tokens',
        sessionId: '01a1e1a2-8d35-70eb-8cb2-eb3bf9f6acff',
        tokens: { total: 1290, input: 234, output: 56, thinking: 20, cacheRead: 1000, cacheWrite: 0 },
        cost: { amount: 0.000446, currency: 'USD' },
      },
    })
  })
})
