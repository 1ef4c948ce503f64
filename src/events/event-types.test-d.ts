import { expectTypeOf, test } from 'vitest'
import type { eventTypes } from './event-types.ts'
import type { AgentEvent, AgentEventOf, AgentEventType } from './event.ts'

test('lists exactly the members of the union', () => {
  expectTypeOf<(typeof eventTypes)[number]>().toEqualTypeOf<AgentEventType>()
})

test('accepts a type and a text as a complete event', () => {
  expectTypeOf<{ type: 'text.delta'; text: string }>().toExtend<AgentEvent>()
  expectTypeOf<{ type: 'thinking.delta'; text: string }>().toExtend<AgentEvent>()
})

test('narrows the union by the type alone', () => {
  expectTypeOf<AgentEventOf<'finish'>['stopReason']>().toExtend<string>()
  expectTypeOf<AgentEventOf<'text.delta'>['text']>().toEqualTypeOf<string>()
})
