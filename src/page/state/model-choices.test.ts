import { expect, it } from 'vitest'
import { keptEffort, labelOf, type ListedModel, modelIn } from './model-choices.ts'

const large: ListedModel = {
  modelId: 'large-1',
  displayName: 'Large',
  contextWindow: 200_000,
  isDefault: true,
  price: { input: 3, output: 15 },
  efforts: ['low', 'high'],
}
const small: ListedModel = { modelId: 'small', displayName: 'small', contextWindow: 0, isDefault: false }

it('labels a model with its known facts only', () => {
  expect(labelOf(large)).toBe('Large (large-1) · 200k context · $3.00 in, $15.00 out /M')
  expect(labelOf(small)).toBe('small')
})

it('finds the chosen or default model', () => {
  expect(modelIn([small, large], 'small')).toBe(small)
  expect(modelIn([small, large], '')).toBe(large)
  expect(modelIn([small], '')).toBeUndefined()
})

it('keeps an effort only if the model supports it', () => {
  expect(keptEffort('high', large)).toBe('high')
  expect(keptEffort('max', large)).toBe('')
  expect(keptEffort('high', small)).toBe('')
})
