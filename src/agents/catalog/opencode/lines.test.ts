import { describe, expect, test } from 'vitest'
import { readOutput } from '../../../../test/support/read-output.ts'
import type { AgentExit } from '../../command-line/output-reader.ts'
import { createOpencodeReader } from './events.ts'

const good: AgentExit = { exitCode: 0, signal: null, stderrTail: '' }

function readAll(lines: readonly unknown[], exit = good) {
  const reader = createOpencodeReader({ cwd: '/workspace', isResumed: true })
  return { events: lines.flatMap((line) => reader.read(line)), end: reader.end(exit) }
}

const step = { type: 'step_start', sessionID: 's', part: {} }
const stop = (reason: string) => ({ type: 'step_finish', sessionID: 's', part: { reason } })
const failed = (name: string, data: object) => ({ type: 'error', sessionID: 's', error: { name, data } })

test('emits session.resumed for a resumed session', () => {
  expect(readAll([step]).events).toEqual([{ type: 'session.resumed', sessionId: 's' }])
})

describe('an error', () => {
  test.each([
    ['APIError', { message: 'm', statusCode: 503, isRetryable: true }, 'PROVIDER_ERROR', true],
    ['APIError', { message: 'm', statusCode: 429, isRetryable: true }, 'RATE_LIMITED', true],
    ['APIError', { message: 'Overloaded', isRetryable: false }, 'PROVIDER_ERROR', false],
    ['ProviderAuthError', { message: 'm', providerID: 'x' }, 'AUTH_ERROR', false],
    ['ContextOverflowError', { message: 'm' }, 'AGENT_ERROR', undefined],
  ])('%s %j is %s, retryable: %s', (name, data, code, retryable) => {
    const { stopReason, error } = readAll([failed(name, data)]).end
    expect([stopReason, error?.code, error?.retryable]).toEqual(['error', code, retryable])
  })

  test.each([
    ['MessageAbortedError', 'cancelled'],
    ['MessageOutputLengthError', 'max-tokens'],
    ['ContentFilterError', 'refusal'],
  ])('%s ends the run as %s', (name, stopReason) => {
    expect(readAll([failed(name, {})]).end).toEqual({ stopReason, sessionId: 's' })
  })

  test('is cleared by a later step', () => {
    const { events, end } = readAll([failed('APIError', { message: 'm' }), step, stop('stop')])
    expect(events.map(({ type }) => type)).toEqual(['session.resumed', 'error'])
    expect(end).toEqual({ stopReason: 'end-turn', sessionId: 's' })
  })
})

describe('the log', () => {
  const line = (rest: string) => `timestamp=2026-11-17T15:52:42.268Z level=INFO run=1 message=${rest}`
  const main = 'session.id=s small=false agent=build mode=primary'

  test('reports each attempt after the first as a retry', () => {
    const reader = createOpencodeReader({ cwd: '/workspace', isResumed: false })
    const lines = [
      line('stream session.id=s small=true agent=title mode=primary'),
      line('process session.id=s messageID=m'),
      line(`stream ${main}`),
      line(`"stream error" ${main} error.error="AI_APICallError: Too many requests"`),
      line(`stream ${main}`),
      line(`stream ${main}`),
      line('process session.id=s messageID=n'),
      line(`stream ${main}`),
    ]
    const notice = { type: 'notice', severity: 'warning' }
    expect(lines.flatMap((text) => reader.readLog?.(text) ?? [])).toEqual([
      { ...notice, title: 'opencode retries: attempt 1', description: 'AI_APICallError: Too many requests' },
      { ...notice, title: 'opencode retries: attempt 2', description: 'the provider cut its answer' },
    ])
  })

  test('is not part of the message of a crash', () => {
    const stderrTail = `${line('init')}\nIt broke\n${line('"disposing instance" directory=/w')}\n`
    const { error } = readAll([], { exitCode: 1, signal: null, stderrTail }).end
    expect(error).toEqual({
      message: 'opencode ended with exit code 1 before it had answered: It broke',
      code: 'AGENT_CRASH',
      data: { exitCode: 1, signal: null, stderrTail: 'It broke\n' },
    })
  })
})

test('reports a run that ends between two steps as a crash', () => {
  expect(readAll([step, stop('tool-calls')]).end.error?.code).toBe('AGENT_CRASH')
})

test('reports a run that fails after a failed call as a crash', () => {
  const file = new URL('fixtures/output/permission-refused.ndjson', import.meta.url)
  const { end } = readOutput(createOpencodeReader, file, { exit: { exitCode: 1 } })
  expect(end.error?.code).toBe('AGENT_CRASH')
})

test('reports an answer that ends with an error as a failure', () => {
  expect(readAll([step, stop('error')]).end).toMatchObject({
    stopReason: 'error',
    error: { message: 'The model ended its answer with an error', code: 'AGENT_ERROR' },
  })
})

test('reports a missing session', () => {
  const exit = { exitCode: 1, signal: null, stderrTail: 'Error: Session not found\n' }
  expect(readAll([], exit)).toEqual({
    events: [],
    end: {
      stopReason: 'error',
      error: { message: 'Session not found', code: 'SESSION_NOT_FOUND', retryable: false },
    },
  })
})

test('reports a write to an existing file as a change', () => {
  const state = {
    status: 'completed',
    input: { filePath: '/workspace/a.txt', content: 'b' },
    metadata: { exists: true },
  }
  const [, called] = readAll([
    { type: 'tool_use', sessionID: 's', part: { tool: 'write', callID: 'c', state } },
  ]).events
  expect(called).toMatchObject({
    content: [{ type: 'diff', changes: [{ operation: 'modify', path: '/workspace/a.txt', newText: 'b' }] }],
  })
})
