import { expectTypeOf, test } from 'vitest'
import type { eventTypes } from './event-types.ts'
import type { AgentEvent, AgentEventOf, AgentEventType } from './event.ts'

test('the list names every member of the union and nothing else', () => {
  expectTypeOf<(typeof eventTypes)[number]>().toEqualTypeOf<AgentEventType>()
})

test('a type and its text are a whole event', () => {
  expectTypeOf<{ type: 'text.delta'; text: string }>().toExtend<AgentEvent>()
  expectTypeOf<{ type: 'thinking.delta'; text: string }>().toExtend<AgentEvent>()
})

test('the type alone finds the event', () => {
  expectTypeOf<AgentEventOf<'finish'>['stopReason']>().toExtend<string>()
  expectTypeOf<AgentEventOf<'text.delta'>['text']>().toEqualTypeOf<string>()
})
