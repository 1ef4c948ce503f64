import { describe, expect, test } from 'vitest'
import { digest } from '../../../../test/support/output-digest.ts'
import { readOutput } from '../../../../test/support/read-output.ts'
import { createPiReader } from './events.ts'

/** The events of a recorded run. */
function read(name: string) {
  const file = new URL(`fixtures/output/${name}`, import.meta.url)
  const { events, end } = readOutput(createPiReader, file, { context: { cwd: '/workspace' } })
  return { ...digest(events), end }
}

describe('the output of Pi after a provider failure', () => {
  test('refused-key.ndjson', () => {
    expect(read('refused-key.ndjson')).toEqual({
      said: '',
      thought: '',
      calls: {},
      usage: [],
      others: [
        {
          type: 'session.started',
          sessionId: '01a1e08e-acca-75fc-88bd-970be5e95e1e',
          meta: { version: 3, timestamp: '2026-11-15T18:53:29.168Z', cwd: '/workspace' },
        },
        {
          type: 'error',
          error: {
            message: '401: {"message":"fake error 401","type":"fake","code":null}',
            code: 'AUTH_ERROR',
            retryable: false,
            data: { status: 401 },
          },
        },
      ],
      end: {
        stopReason: 'error',
        sessionId: '01a1e08e-acca-75fc-88bd-970be5e95e1e',
        error: {
          message: '401: {"message":"fake error 401","type":"fake","code":null}',
          code: 'AUTH_ERROR',
          retryable: false,
          data: { status: 401 },
        },
      },
    })
  })

  test('given-up.ndjson', () => {
    expect(read('given-up.ndjson')).toEqual({
      said: '',
      thought: '',
      calls: {},
      usage: [],
      others: [
        {
          type: 'session.started',
          sessionId: '01a1e1a0-ef31-7309-8161-616a0d16f879',
          meta: { version: 3, timestamp: '2026-11-15T23:53:03.026Z', cwd: '/workspace' },
        },
        {
          type: 'notice',
          severity: 'warning',
          title: 'pi retries: attempt 1 of 3',
          description: '500: {"message":"fake error 500","type":"fake","code":null}',
        },
        {
          type: 'raw',
          source: 'pi-json',
          payload: {
            type: 'entry_appended',
            entry: {
              type: 'context_edit',
              id: '9325c6ba',
              parentId: '2470f7e5',
              timestamp: '2026-11-15T23:53:03.284Z',
              targetId: '2470f7e5',
              replacement: null,
            },
          },
        },
        {
          type: 'notice',
          severity: 'warning',
          title: 'pi retries: attempt 2 of 3',
          description: '500: {"message":"fake error 500","type":"fake","code":null}',
        },
        {
          type: 'raw',
          source: 'pi-json',
          payload: {
            type: 'entry_appended',
            entry: {
              type: 'context_edit',
              id: 'a9cfd438',
              parentId: 'd5c9e1cf',
              timestamp: '2026-11-15T23:53:05.299Z',
              targetId: 'd5c9e1cf',
              replacement: null,
            },
          },
        },
        {
          type: 'notice',
          severity: 'warning',
          title: 'pi retries: attempt 3 of 3',
          description: '500: {"message":"fake error 500","type":"fake","code":null}',
        },
        {
          type: 'raw',
          source: 'pi-json',
          payload: {
            type: 'entry_appended',
            entry: {
              type: 'context_edit',
              id: '5b0f076a',
              parentId: '1b6511f7',
              timestamp: '2026-11-15T23:53:09.310Z',
              targetId: '1b6511f7',
              replacement: null,
            },
          },
        },
        {
          type: 'error',
          error: {
            message: '500: {"message":"fake error 500","type":"fake","code":null}',
            code: 'PROVIDER_ERROR',
            retryable: true,
            data: { status: 500 },
          },
        },
        { type: 'notice', severity: 'warning', title: 'Gave up after attempt 3' },
      ],
      end: {
        stopReason: 'error',
        sessionId: '01a1e1a0-ef31-7309-8161-616a0d16f879',
        error: {
          message: '500: {"message":"fake error 500","type":"fake","code":null}',
          code: 'PROVIDER_ERROR',
          retryable: true,
          data: { status: 500 },
        },
      },
    })
  })

  test('retried.ndjson', () => {
    expect(read('retried.ndjson')).toEqual({
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
          sessionId: '01a1e1a6-bcb6-754a-89fe-f8d21762ee66',
          meta: { version: 3, timestamp: '2026-11-15T23:59:23.325Z', cwd: '/workspace' },
        },
        {
          type: 'notice',
          severity: 'warning',
          title: 'pi retries: attempt 1 of 3',
          description: '429: {"message":"fake error 429","type":"fake","code":null}',
        },
        {
          type: 'raw',
          source: 'pi-json',
          payload: {
            type: 'entry_appended',
            entry: {
              type: 'context_edit',
              id: '6934543a',
              parentId: '6525783f',
              timestamp: '2026-11-15T23:59:23.535Z',
              targetId: '6525783f',
              replacement: null,
            },
          },
        },
        { type: 'notice', severity: 'info', title: 'The provider answered at attempt 1' },
      ],
      end: {
        stopReason: 'end-turn',
        sessionId: '01a1e1a6-bcb6-754a-89fe-f8d21762ee66',
        tokens: { total: 1290, input: 234, output: 56, thinking: 20, cacheRead: 1000, cacheWrite: 0 },
        cost: { amount: 0.000446, currency: 'USD' },
      },
    })
  })
})
