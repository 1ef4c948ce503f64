import { expectTypeOf, test } from 'vitest'
import type { z } from 'zod'
import type { ContentBlock } from './content.ts'
import type { AgentEvent, AgentEventOf, AgentEventType } from './event.ts'
import type { agentEventSchema, contentBlockSchema } from './schemas.ts'

type Parsed = z.output<typeof agentEventSchema>

/**
 * A type whose optional fields and known values are comparable.
 * Otherwise a missing optional field, or a missing value of an open list, would be assignable both ways.
 */
type Marked<Value> = Value extends string
  ? { word: string extends Value ? 'any' : Value }
  : Value extends (infer Item)[]
    ? { list: Marked<Item> }
    : Value extends object
      ? { [Key in keyof Value]-?: { optional: IsOptional<Value, Key>; value: Marked<Value[Key]> } }
      : Value

type IsOptional<Value, Key extends keyof Value> =
  Pick<Value, Key> extends Required<Pick<Value, Key>> ? false : true

type Same<Left, Right> = [Left] extends [Right] ? ([Right] extends [Left] ? true : false) : false

/** The members whose schema differs from their type. */
type Different = {
  [Type in AgentEventType]: Same<
    Marked<Extract<Parsed, { type: Type }>>,
    Marked<AgentEventOf<Type>>
  > extends true
    ? never
    : Type
}[AgentEventType]

test('has a schema equal to the type of each member', () => {
  expectTypeOf<'none'>().toEqualTypeOf<[Different] extends [never] ? 'none' : Different>()
  expectTypeOf<Parsed['type']>().toEqualTypeOf<AgentEventType>()
})

test('parses to an event and accepts every event', () => {
  expectTypeOf<Parsed>().toExtend<AgentEvent>()
  expectTypeOf<AgentEvent>().toExtend<z.input<typeof agentEventSchema>>()
})

test('has a separate schema for content', () => {
  expectTypeOf<
    Same<Marked<z.output<typeof contentBlockSchema>>, Marked<ContentBlock>>
  >().toEqualTypeOf<true>()
})
