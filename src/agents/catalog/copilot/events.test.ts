import { describe, expect, test } from 'vitest'
import { readOutput, type Reading, comparableEvents } from '../../../../test/support/read-output.ts'
import { createCopilotReader } from './events.ts'

/** The events of a recorded run. */
function read(name: string, reading?: Reading) {
  const file = new URL(`fixtures/output/${name}.ndjson`, import.meta.url)
  const { events, end } = readOutput(createCopilotReader, file, reading)
  return { events: comparableEvents(events), end }
}

describe('the output of Copilot', () => {
  test('text', () => {
    expect(read('text')).toEqual({
      events: [
        {
          type: 'text.delta',
          text: 'SCN=text hello',
          role: 'user',
          messageId: 'dcf47577-6f21-4674-b1bf-f8caefe1ebd8',
        },
        { type: 'status.changed', status: 'active' },
        {
          type: 'text.delta',
          text: 'Hello from the fake provider. All done.',
          messageId: '5c24dedd-7f3e-41af-bcd0-de41c7871564',
        },
        { type: 'status.changed', status: 'idle' },
        { type: 'usage.updated' },
      ],
      end: { stopReason: 'end-turn', sessionId: 'f6423709-b8b1-4224-9ca3-699321dfb1d6' },
    })
  })

  test('a resumed session', () => {
    expect(read('resume', { context: { isResumed: true } })).toEqual({
      events: [
        {
          type: 'text.delta',
          text: 'SCN=text two',
          role: 'user',
          messageId: '9d9d536e-518d-47fa-a596-6f38c5150e60',
        },
        { type: 'status.changed', status: 'active' },
        {
          type: 'text.delta',
          text: 'Hello from the fake provider. All done.',
          messageId: 'fb78b8db-bae3-43ff-8bed-de98c4c2e6b0',
        },
        { type: 'status.changed', status: 'idle' },
        { type: 'usage.updated' },
      ],
      end: { stopReason: 'end-turn', sessionId: '44444444-2222-4333-8444-555555555555' },
    })
  })

  test('a thought', () => {
    expect(read('think')).toEqual({
      events: [
        {
          type: 'text.delta',
          text: 'SCN=think hello',
          role: 'user',
          messageId: '2a315d45-25aa-41db-ab1c-f42b6fb495ab',
        },
        { type: 'status.changed', status: 'active' },
        {
          type: 'thinking.delta',
          text: 'Let me think about it. The user wants a short answer.',
          messageId: '6cf45a25-a316-43d7-bdc4-c0d41f8ad377',
        },
        {
          type: 'text.delta',
          text: 'Hello from the fake provider. All done.',
          messageId: '28ce8639-99a5-4a10-ae9f-4cb0e728f582',
        },
        { type: 'status.changed', status: 'idle' },
        { type: 'usage.updated' },
      ],
      end: { stopReason: 'end-turn', sessionId: 'f9a1c669-e4db-46d0-8cd6-e5a9e61ace4e' },
    })
  })

  test('text where a tool was expected', () => {
    expect(read('write-allow')).toEqual({
      events: [
        {
          type: 'text.delta',
          text: 'SCN=write x',
          role: 'user',
          messageId: 'e39fff5e-f6fc-4338-9b0c-bb83c0ac7eb3',
        },
        { type: 'status.changed', status: 'active' },
        {
          type: 'thinking.delta',
          text: 'Let me think about it. The user wants a short answer.',
          messageId: '469f28fa-8ebb-4365-87b5-2a251ecb5b3f',
        },
        {
          type: 'text.delta',
          text: 'Hello from the fake provider. All done.',
          messageId: '1569d93a-d4be-4bd6-9b1d-df4951bb73d6',
        },
        { type: 'status.changed', status: 'idle' },
        { type: 'usage.updated' },
      ],
      end: { stopReason: 'end-turn', sessionId: '4dca9a77-c560-4991-9dbc-686d27148656' },
    })
  })

  test('a wrong key, after three attempts', () => {
    expect(read('err401', { exit: { exitCode: 1 } })).toEqual({
      events: [
        {
          type: 'text.delta',
          text: 'SCN=err401 x',
          role: 'user',
          messageId: '76e7142c-b0b1-4cb9-a3fb-1a6104279118',
        },
        { type: 'status.changed', status: 'active' },
        {
          type: 'log',
          level: 'warn',
          message:
            'A request to the provider failed (HTTP 401): {"message":"fake provider error 401","type":"server_error","code":null,"param":null}',
        },
        {
          type: 'notice',
          severity: 'warning',
          title: 'copilot retries: attempt 1',
          description: 'HTTP 401',
        },
        {
          type: 'log',
          level: 'warn',
          message:
            'A request to the provider failed (HTTP 401): {"message":"fake provider error 401","type":"server_error","code":null,"param":null}',
        },
        {
          type: 'notice',
          severity: 'warning',
          title: 'copilot retries: attempt 2',
          description: 'HTTP 401',
        },
        {
          type: 'log',
          level: 'warn',
          message:
            'A request to the provider failed (HTTP 401): {"message":"fake provider error 401","type":"server_error","code":null,"param":null}',
        },
        {
          type: 'error',
          error: {
            message:
              'Authentication failed with provider at http://127.0.0.1:9/t/copilot.err401/v1 (HTTP 401).\n  Check your COPILOT_PROVIDER_API_KEY, COPILOT_PROVIDER_API_KEY_COMMAND, or COPILOT_PROVIDER_BEARER_TOKEN.',
            code: 'AUTH_ERROR',
            retryable: false,
            data: { status: 401 },
          },
        },
        { type: 'status.changed', status: 'idle' },
        { type: 'usage.updated' },
      ],
      end: {
        stopReason: 'error',
        sessionId: 'f0838383-4999-48da-9927-3daba922493e',
        error: {
          message:
            'Authentication failed with provider at http://127.0.0.1:9/t/copilot.err401/v1 (HTTP 401).\n  Check your COPILOT_PROVIDER_API_KEY, COPILOT_PROVIDER_API_KEY_COMMAND, or COPILOT_PROVIDER_BEARER_TOKEN.',
          code: 'AUTH_ERROR',
          retryable: false,
          data: { status: 401 },
        },
      },
    })
  })

  test('emits whole messages and thoughts without deltas', () => {
    const reader = createCopilotReader({ cwd: '/workspace', isResumed: false })
    const message = { messageId: 'm1', content: 'Done.', reasoningText: 'Hm.', toolRequests: [] }
    expect(
      [
        { type: 'assistant.message', data: message },
        { type: 'assistant.reasoning', data: { reasoningId: 'r1', content: 'Hm.' } },
      ].flatMap((line) => reader.read(line)),
    ).toEqual([
      { type: 'thinking.delta', text: 'Hm.' },
      { type: 'text.delta', text: 'Done.', messageId: 'm1' },
    ])
  })

  test('logs lines about internal work and ignores empty ones', () => {
    const reader = createCopilotReader({ cwd: '/workspace', isResumed: false })
    const timestamp = '2026-11-15T19:09:41.465Z'
    expect(
      [
        { type: 'session.tools_updated', data: { model: 'gpt-5.4' }, timestamp },
        { type: 'session.background_tasks_changed', data: {}, timestamp },
        { type: 'session.novelty', data: {} },
      ].flatMap((line) => reader.read(line)),
    ).toEqual([
      {
        at: 1794769781465,
        type: 'log',
        level: 'debug',
        message: 'session.tools_updated',
        meta: { model: 'gpt-5.4' },
      },
      { type: 'raw', source: 'copilot-json', payload: { type: 'session.novelty', data: {} } },
    ])
  })

  test.each([
    ['AUTH_ERROR', 'Error: No authentication information found.'],
    ['SESSION_NOT_FOUND', "Error: No session, task, or name matched '99999999-2222-4333-8444-555555555555'."],
  ])('%s, as plain text on stderr or stdout', (code, message) => {
    const end = { stopReason: 'error', error: { message, code, retryable: false } }
    const more = '\n\nCopilot can be authenticated with GitHub in several ways.\n'
    const silent = createCopilotReader({ cwd: '/workspace', isResumed: false })
    expect(silent.end({ exitCode: 1, signal: null, stderrTail: message + more })).toEqual(end)
    const speaking = createCopilotReader({ cwd: '/workspace', isResumed: false })
    expect(speaking.readText?.(message)).toEqual([{ type: 'log', level: 'info', message }])
    expect(speaking.end({ exitCode: 1, signal: null, stderrTail: '' })).toEqual(end)
  })

  test('a program that is killed in the middle of a line', () => {
    expect(read('tool-default', { bytes: 9000, exit: { exitCode: 143 } }).end).toEqual({
      stopReason: 'error',
      error: {
        message: 'copilot ended with exit code 143 before it had answered',
        code: 'AGENT_CRASH',
        data: { exitCode: 143, signal: null, stderrTail: '' },
      },
    })
  })
})
