import { expect, it } from 'vitest'
import { dictionary } from '../../../capabilities/dictionary.ts'
import { idsFor, readNeed } from './need.ts'

const ids = dictionary.map(({ id }) => id)

it.each([
  ['json schema', ['output.structured']],
  ['structured output', ['output.structured']],
  ['json', ['output.json-mode']],
  ['screenshots', ['prompt.image']],
  ['Agents.MD', ['agents-md']],
  ['system prompt', ['session.system-prompt']],
  ['subagents', ['multi-agent.delegation', 'session.subagents']],
  ['remember', ['session.persistence', 'state.memory']],
  ['asks first', ['interaction.approve-with-edits', 'tools.approval']],
  ['steer', ['interaction.steer']],
  ['output.structured', ['output.structured']],
])('%s finds %j', (text, expected) => {
  expect(idsFor(readNeed(text), ids).toSorted()).toEqual(expected)
})

it('reads a phrase as one word among others', () => {
  expect(readNeed('JSON Schema and images under $3/M')).toEqual({
    words: ['json schema', 'images'],
    maxPrice: 3,
  })
})
