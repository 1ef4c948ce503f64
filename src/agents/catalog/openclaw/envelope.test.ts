import { expect, test } from 'vitest'
import { createOpenclawReader } from './events.ts'

const reader = () => createOpenclawReader({ cwd: '/workspace', isResumed: false })
const exit = (exitCode: number) => ({ exitCode, signal: null, stderrTail: '' })

test('reads an object on one line after log lines', () => {
  const run = reader()
  expect(run.readText?.('warming up')).toEqual([{ type: 'log', level: 'info', message: 'warming up' }])
  expect(run.read({ ok: true, status: 'ok', final: 'Done.', payloads: [], sessionId: 's' })).toEqual([
    { type: 'session.started', sessionId: 's', meta: {} },
    { type: 'text.delta', text: 'Done.' },
  ])
  expect(run.end(exit(0))).toEqual({ stopReason: 'end-turn', sessionId: 's' })
})

test('emits several answers, thoughts and files', () => {
  const payloads = [
    { text: 'Hm.', isReasoning: true },
    { text: 'First.' },
    { text: 'Second.', mediaUrl: 'file:///workspace/a.png', mediaUrls: ['file:///workspace/a.png'] },
    { text: 'Broken.', isError: true },
  ]
  expect(reader().read({ ok: true, final: 'First.\nSecond.', payloads })).toEqual([
    { type: 'raw', source: 'openclaw-agent-exec', payload: {} },
    { type: 'thinking.delta', text: 'Hm.' },
    { type: 'text.delta', text: 'First.' },
    { type: 'text.delta', text: '\nSecond.' },
    {
      type: 'content.delta',
      content: { type: 'resource-link', name: 'a.png', uri: 'file:///workspace/a.png' },
    },
  ])
})

test('gives tools no status if some of them failed', () => {
  const toolSummary = { calls: 3, tools: ['exec', 'browser'], failures: 1 }
  expect(reader().read({ ok: true, sessionId: 's', toolSummary }).slice(1)).toEqual([
    { type: 'tool.called', toolCallId: 's-exec', tool: 'exec', title: 'exec', kind: 'execute' },
    { type: 'tool.called', toolCallId: 's-browser', tool: 'browser', title: 'browser', kind: 'other' },
  ])
})

test('reports a timeout as a failure, but not an aborted run', () => {
  const late = reader()
  late.read({ ok: false, status: 'timeout', error: { message: 'Agent run timed out', kind: 'timeout' } })
  expect(late.end(exit(2))).toEqual({
    stopReason: 'error',
    error: { message: 'Agent run timed out', code: 'AGENT_ERROR', data: { kind: 'timeout' } },
  })
  const stopped = reader()
  stopped.read({ ok: false, status: 'error', error: { message: 'Aborted', kind: 'aborted' } })
  expect(stopped.end(exit(1))).toEqual({ stopReason: 'cancelled' })
})

test('passes on text that only looks like an object', () => {
  const run = reader()
  const events = ['{', 'not json', '}'].flatMap((line) => run.readText?.(line) ?? [])
  expect(events).toEqual([{ type: 'raw', source: 'openclaw-agent-exec', payload: '{\nnot json\n}' }])
})
