import { expect, test } from 'vitest'
import { createOmpReader } from './events.ts'

test('continues after an end that is not the last one', () => {
  const reader = createOmpReader({ cwd: '/workspace', isResumed: false })
  const end = () => reader.end({ exitCode: 0, signal: null, stderrTail: '' })
  reader.read({ type: 'message_end', message: { role: 'assistant', content: [], stopReason: 'stop' } })
  reader.read({ type: 'agent_end', messages: [], isTerminal: false })
  expect(end().error?.code).toBe('AGENT_CRASH')
  reader.read({ type: 'agent_end', messages: [], isTerminal: true })
  expect(end()).toEqual({ stopReason: 'end-turn' })
})

test('emits a notice about a fallback model', () => {
  const reader = createOmpReader({ cwd: '/workspace', isResumed: false })
  expect(reader.read({ type: 'retry_fallback_applied', from: 'a/b', to: 'c/d', role: 'default' })).toEqual([
    { type: 'notice', severity: 'warning', title: 'c/d takes over from a/b' },
  ])
})
