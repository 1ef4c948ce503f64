import { describe, expect, test } from 'vitest'
import { digest } from '../../../../test/support/output-digest.ts'
import { readOutput } from '../../../../test/support/read-output.ts'
import { createOpenclawReader } from './events.ts'

/** The events of a recorded run. */
function read(name: string) {
  const file = new URL(`fixtures/output/${name}`, import.meta.url)
  const { events, end } = readOutput(createOpenclawReader, file, { context: { cwd: '/workspace' } })
  return { ...digest(events), end }
}

describe('the output of OpenClaw', () => {
  test('tool.txt', () => {
    expect(read('tool.txt')).toEqual({
      said: 'Tool finished. The final answer is 42.',
      thought: '',
      calls: {
        '59c1e7c2-1528-4d7e-87b0-9e9e91c3ad27-exec': {
          tool: 'exec',
          title: 'exec',
          kind: 'execute',
          status: 'completed',
        },
      },
      usage: [
        { total: 2580, input: 468, output: 112, thinking: 40, cacheRead: 2000, cacheWrite: 0, cost: 0 },
      ],
      others: [
        {
          type: 'session.started',
          sessionId: '59c1e7c2-1528-4d7e-87b0-9e9e91c3ad27',
          meta: {
            codeModeEngaged: false,
            assistantTurns: 2,
            bridgeCalls: { search: 0, describe: 0, call: 0 },
            toolSummary: { calls: 1, tools: ['exec'], failures: 0 },
            model: 'fake-effort',
            provider: 'fake',
          },
        },
      ],
      end: {
        stopReason: 'end-turn',
        sessionId: '59c1e7c2-1528-4d7e-87b0-9e9e91c3ad27',
        tokens: { total: 2580, input: 468, output: 112, thinking: 40, cacheRead: 2000, cacheWrite: 0 },
        cost: { amount: 0, currency: 'USD' },
      },
    })
  })

  test('refused-key.txt', () => {
    expect(read('refused-key.txt')).toEqual({
      said: '',
      thought: '',
      calls: {},
      usage: [],
      others: [
        {
          type: 'session.started',
          sessionId: 'c2b87779-b6cf-45c2-9751-7ada71d8179d',
          meta: { model: null, provider: null },
        },
        {
          type: 'error',
          error: {
            message:
              'Inline API key for provider "fake" is temporarily disabled after a provider auth/billing failure. Retry after about 1 minute, or switch to a different auth profile/API key.',
            code: 'AUTH_ERROR',
            retryable: true,
            data: { kind: 'exception' },
          },
        },
      ],
      end: {
        stopReason: 'error',
        sessionId: 'c2b87779-b6cf-45c2-9751-7ada71d8179d',
        error: {
          message:
            'Inline API key for provider "fake" is temporarily disabled after a provider auth/billing failure. Retry after about 1 minute, or switch to a different auth profile/API key.',
          code: 'AUTH_ERROR',
          retryable: true,
          data: { kind: 'exception' },
        },
      },
    })
  })
})
