import { expect, test } from 'vitest'
import type { AgUiEvent } from './events.ts'
import { ThreadHistory } from './history.ts'

const terminal = { messageId: 'terminal:1', activityType: 'TERMINAL' } as const

test('keeps the latest state of an activity', () => {
  const history = new ThreadHistory()
  const shown: AgUiEvent = {
    type: 'ACTIVITY_SNAPSHOT',
    ...terminal,
    content: { terminalId: '1', output: ['one'] },
  }
  history.take(shown)
  history.take({ type: 'TEXT_MESSAGE_START', messageId: 'm1', role: 'assistant' })
  history.take({
    type: 'ACTIVITY_DELTA',
    ...terminal,
    patch: [
      { op: 'add', path: '/output/-', value: 'two' },
      { op: 'add', path: '/cwd', value: '/tmp' },
      { op: 'add', path: '/size', value: 3 },
    ],
  })
  history.take({ type: 'ACTIVITY_DELTA', ...terminal, patch: [{ op: 'remove', path: '/size' }] })
  const expected = {
    id: 'terminal:1',
    role: 'activity',
    activityType: 'TERMINAL',
    content: { terminalId: '1', output: ['one', 'two'], cwd: '/tmp' },
  }
  const text = { id: 'm1', role: 'assistant', content: '' }
  expect(history.messages).toEqual([expected, text])
  // The event may still wait for a slow client.
  expect(shown.content).toEqual({ terminalId: '1', output: ['one'] })

  history.take({ type: 'ACTIVITY_SNAPSHOT', ...terminal, content: { terminalId: '1', output: [] } })
  expect(history.messages).toEqual([{ ...expected, content: { terminalId: '1', output: [] } }, text])
})

test('ignores a change of an unknown activity', () => {
  const history = new ThreadHistory()
  history.take({ type: 'ACTIVITY_DELTA', ...terminal, patch: [{ op: 'add', path: '/cwd', value: '/tmp' }] })
  expect(history.messages).toEqual([])
})

test('drops older messages when terminal output grows too long', () => {
  const history = new ThreadHistory()
  history.takeInput([{ id: 'u1', role: 'user', content: 'go' }])
  history.take({ type: 'ACTIVITY_SNAPSHOT', ...terminal, content: { output: [] } })
  const value = 'x'.repeat(1_000_000)
  for (let count = 0; count < 9; count++) {
    history.take({ type: 'ACTIVITY_DELTA', ...terminal, patch: [{ op: 'add', path: '/output/-', value }] })
  }
  expect(history.messages.map(({ id }) => id)).toEqual(['terminal:1'])
})

test('removes retracted text from the last messages', () => {
  const history = new ThreadHistory()
  const say = (messageId: string, delta: string): void => {
    history.take({ type: 'TEXT_MESSAGE_START', messageId, role: 'assistant' })
    history.take({ type: 'TEXT_MESSAGE_CONTENT', messageId, delta })
  }
  say('m1', 'I look. One')
  say('m2', ' two')
  history.take({ type: 'CUSTOM', name: 'capstan.message.retracted', value: { text: 'One two' } })
  expect(history.messages).toEqual([{ id: 'm1', role: 'assistant', content: 'I look. ' }])
  history.take({ type: 'CUSTOM', name: 'capstan.message.retracted', value: { text: 'something else' } })
  expect(history.messages).toEqual([{ id: 'm1', role: 'assistant', content: 'I look. ' }])
})

test('ends the calls that an earlier process left without a result', () => {
  const before = new ThreadHistory()
  before.take({ type: 'TOOL_CALL_START', toolCallId: 'c1', toolCallName: 'write' })
  before.take({ type: 'TOOL_CALL_ARGS', toolCallId: 'c1', delta: '{}' })
  before.take({
    type: 'ACTIVITY_SNAPSHOT',
    messageId: 'tool:c1',
    activityType: 'TOOL',
    content: { toolCallId: 'c1', status: 'pending' },
  })
  const history = new ThreadHistory(before.takeChanges()?.put)
  history.endCalls()
  const call = {
    id: 'c1',
    role: 'assistant',
    toolCalls: [{ id: 'c1', type: 'function', function: { name: 'write', arguments: '{}' } }],
  }
  const shown = {
    id: 'tool:c1',
    role: 'activity',
    activityType: 'TOOL',
    content: { toolCallId: 'c1', status: 'cancelled' },
  }
  const result = {
    id: 'result:c1',
    role: 'tool',
    toolCallId: 'c1',
    content: 'The agent was stopped before the tool returned a result',
    metadata: { capstan: { isError: true, status: 'cancelled', isMissing: true } },
  }
  expect(history.messages).toEqual([call, result, shown])
  history.endCalls()
  expect(history.takeChanges()?.put.map(({ message }) => message.id)).toEqual(['tool:c1', 'result:c1'])

  // A client that ran the call itself sends the result later.
  history.takeInput([{ id: 'm1', role: 'tool', toolCallId: 'c1', content: 'done' }])
  const sent = { id: 'm1', role: 'tool', toolCallId: 'c1', content: 'done' }
  expect(history.messages).toEqual([call, sent, shown])
  expect(history.takeChanges()?.removed).toEqual(['result:c1'])
})
