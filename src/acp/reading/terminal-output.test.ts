import { expect, test } from 'vitest'
import { terminalOutputOf } from './terminal-output.ts'
import { translateUpdateV1 } from './updates-v1.ts'

const eventOf = (meta: unknown) =>
  translateUpdateV1({
    sessionId: 'session-1',
    update: { sessionUpdate: 'tool_call_update', toolCallId: 'call-1', _meta: meta },
  })

test.each(['terminal_output_delta', 'terminal_output'])('reads terminal output from %s', (name) => {
  const event = eventOf({ [name]: { data: 'hi\n', terminal_id: 'call-1' } })
  expect(terminalOutputOf(event)).toStrictEqual({
    type: 'terminal.output',
    sessionId: 'session-1',
    terminalId: 'call-1',
    text: 'hi\n',
  })
  expect(event.meta).toEqual({ [name]: { data: 'hi\n', terminal_id: 'call-1' } })
})

test.each([
  undefined,
  null,
  {},
  { terminal_output: 'hi' },
  { terminal_output: { data: 5 } },
  { terminal_exit: { terminal_id: 'call-1', exit_code: 0, signal: null } },
])('finds no output in %j', (meta) => {
  expect(terminalOutputOf(eventOf(meta))).toBeUndefined()
})

test('finds no output in other events', () => {
  const meta = { terminal_output: { data: 'hi', terminal_id: 'call-1' } }
  expect(terminalOutputOf({ type: 'text.delta', text: 'a', meta })).toBeUndefined()
})
