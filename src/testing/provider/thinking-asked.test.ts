import { expect, it } from 'vitest'
import { thinkingAsked } from './thinking-asked.ts'

it.each([
  [
    'anthropic-messages',
    { thinking: { type: 'adaptive', display: 'omitted' }, output_config: { effort: 'high' } },
    { effort: 'high', mode: 'adaptive', shown: 'omitted' },
  ],
  [
    'anthropic-messages',
    {
      output_config: { effort: 'low' },
      messages: [
        { role: 'system', content: [], output_config: { effort: 'medium' } },
        { role: 'user', content: 'x' },
        { role: 'system', content: [], output_config: { effort: 'max' } },
      ],
    },
    { effort: 'max' },
  ],
  [
    'anthropic-messages',
    { thinking: { type: 'enabled', budget_tokens: 4096 } },
    { budget: 4096, mode: 'enabled' },
  ],
  [
    'openai-responses',
    { reasoning: { effort: 'xhigh', summary: 'auto' } },
    { effort: 'xhigh', shown: 'auto' },
  ],
  [
    'openai-responses',
    {
      reasoning: { effort: 'medium' },
      input: [{ type: 'configuration_update', reasoning: { effort: 'max' } }],
    },
    { effort: 'max' },
  ],
  ['openai-responses', { input: 'hello', reasoning: { effort: null } }, {}],
  ['openai-chat', { reasoning_effort: 'low' }, { effort: 'low' }],
  [
    'gemini',
    {
      generationConfig: {
        thinkingConfig: { thinkingLevel: 'HIGH', thinkingBudget: 0, includeThoughts: true },
      },
    },
    { effort: 'HIGH', budget: 0, shown: true },
  ],
] as const)('%s says of thinking %j', (wire, body, expected) => {
  expect(thinkingAsked(wire, body)).toEqual(expected)
})
