import { expect, test } from 'vitest'
import { createOmpReader } from './events.ts'

test('a run whose end is announced as not the last one goes on', () => {
  const reader = createOmpReader({ cwd: '/workspace', isResumed: false })
  const end = () => reader.end({ exitCode: 0, signal: null, stderrTail: '' })
  reader.read({ type: 'message_end', message: { role: 'assistant', content: [], stopReason: 'stop' } })
  reader.read({ type: 'agent_end', messages: [], isTerminal: false })
  expect(end().error?.code).toBe('AGENT_CRASH')
  reader.read({ type: 'agent_end', messages: [], isTerminal: true })
  expect(end()).toEqual({ stopReason: 'end-turn' })
})

test('another model that takes over is told', () => {
  const reader = createOmpReader({ cwd: '/workspace', isResumed: false })
  expect(reader.read({ type: 'retry_fallback_applied', from: 'a/b', to: 'c/d', role: 'default' })).toEqual([
    { type: 'notice', severity: 'warning', title: 'c/d takes over from a/b' },
  ])
})
