import { expect, test } from 'vitest'
import { eventTypes } from './event-types.ts'
import { agentEventSchema } from './schemas.ts'

const accepts = (event: unknown) => agentEventSchema.safeParse(event).success

test('knows exactly the types of the list', () => {
  const known = agentEventSchema.options.flatMap((option) => option.shape.type.value)
  expect(known.toSorted()).toEqual(eventTypes.toSorted())
})

test('accepts a type and a text as a complete event', () => {
  expect(agentEventSchema.parse({ type: 'text.delta', text: 'Hello' })).toEqual({
    type: 'text.delta',
    text: 'Hello',
  })
})

test('keeps unknown fields at every depth', () => {
  const event = {
    type: 'tool.output',
    toolCallId: 'call-1',
    content: { type: 'content', content: { type: 'text', text: 'ok', colour: 'red' }, weight: 2 },
    later: { added: true },
  }
  expect(agentEventSchema.parse(event)).toEqual(event)
})

test('checks known fields', () => {
  expect(accepts({ type: 'text.delta', text: 5 })).toBe(false)
  expect(accepts({ type: 'text.delta' })).toBe(false)
  expect(accepts({ type: 'text.delta', text: 'Hello', role: 'robot' })).toBe(false)
  expect(accepts({ type: 'text.delta', text: 'Hello', at: 'now' })).toBe(false)
  expect(accepts({ type: 'usage.updated', tokens: { input: -1 } })).toBe(false)
  expect(accepts({ type: 'raw', source: 'acp' })).toBe(false)
  expect(accepts({ type: 'text.ended' })).toBe(false)
})

test('accepts an unknown value of an open list', () => {
  expect(accepts({ type: 'tool.updated', toolCallId: 'call-1', status: 'rewinding' })).toBe(true)
  expect(accepts({ type: 'status.changed', status: 'rewinding' })).toBe(false)
})

test('accepts null only for fields that can be cleared', () => {
  expect(accepts({ type: 'tool.updated', toolCallId: 'call-1', title: null })).toBe(true)
  expect(accepts({ type: 'tool.called', toolCallId: 'call-1', title: null })).toBe(false)
})

test('accepts terminal output as either text or bytes', () => {
  expect(accepts({ type: 'terminal.output', text: 'hi' })).toBe(true)
  expect(accepts({ type: 'terminal.output', bytes: 'aGk=' })).toBe(true)
  expect(accepts({ type: 'terminal.output' })).toBe(false)
  expect(accepts({ type: 'terminal.output', text: 'hi', bytes: 'aGk=' })).toBe(false)
})
