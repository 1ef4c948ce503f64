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

/** Fields of Capstan's events that the published events lack. */
type Strange = {
  [Type in AgUiEvent['type']]: Exclude<keyof Extract<AgUiEvent, { type: Type }>, keyof Published<Type>>
}[AgUiEvent['type']]

test('events have only published types and fields', () => {
  expectTypeOf<Exclude<AgUiEvent['type'], `${Event['type']}`>>().toEqualTypeOf<never>()
  expectTypeOf<Strange>().toEqualTypeOf<never>()
})

test('interrupts, outcomes and token counts fit the published types', () => {
  expectTypeOf<Interrupt>().toExtend<PublishedInterrupt>()
  expectTypeOf<RunOutcome>().toExtend<RunFinishedOutcome>()
  expectTypeOf<TokenCounts>().toExtend<TokenUsage>()
})

test('accepts the published run input', () => {
  expectTypeOf<Omit<RunAgentInput, 'tools' | 'context'>>().toExtend<Omit<RunInput, 'tools' | 'context'>>()
})
