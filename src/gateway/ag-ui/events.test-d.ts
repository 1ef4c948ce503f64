import type {
  Event,
  Interrupt as PublishedInterrupt,
  RunAgentInput,
  RunFinishedOutcome,
  TokenUsage,
} from '@ag-ui/core'
import { expectTypeOf, test } from 'vitest'
import type { AgUiEvent, Interrupt, RunOutcome, TokenCounts } from './events.ts'
import type { RunInput } from './input.ts'

type Published<Type> = Event extends infer One
  ? One extends { type: infer Own }
    ? Type extends Uppercase<Own & string>
      ? One
      : never
    : never
  : never

/** Fields of our events that the published ones do not have. */
type Strange = {
  [Type in AgUiEvent['type']]: Exclude<keyof Extract<AgUiEvent, { type: Type }>, keyof Published<Type>>
}[AgUiEvent['type']]

test('events have no type and no field that is not published', () => {
  expectTypeOf<Exclude<AgUiEvent['type'], `${Event['type']}`>>().toEqualTypeOf<never>()
  expectTypeOf<Strange>().toEqualTypeOf<never>()
})

test('what ends a run is as published', () => {
  expectTypeOf<Interrupt>().toExtend<PublishedInterrupt>()
  expectTypeOf<RunOutcome>().toExtend<RunFinishedOutcome>()
  expectTypeOf<TokenCounts>().toExtend<TokenUsage>()
})

test('what clients of the published types send can be read', () => {
  expectTypeOf<Omit<RunAgentInput, 'tools' | 'context'>>().toExtend<Omit<RunInput, 'tools' | 'context'>>()
})
