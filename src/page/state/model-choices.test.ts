import { expect, it } from 'vitest'
import { keptEffort, labelOf, type ListedModel, lowestPrice, modelIn } from './model-choices.ts'

const large: ListedModel = {
  modelId: 'large-1',
  displayName: 'Large',
  contextWindow: 200_000,
  isDefault: true,
  price: { input: 3, output: 15 },
  efforts: ['low', 'high'],
}
const small: ListedModel = { modelId: 'small', displayName: 'small', contextWindow: 0, isDefault: false }

it('says what is known of a model, and nothing else', () => {
  expect(labelOf(large)).toBe('Large (large-1) · 200k context · $3.00 in, $15.00 out /M')
  expect(labelOf(small)).toBe('small')
})

it('finds the model that is meant', () => {
  expect(modelIn([small, large], 'small')).toBe(small)
  expect(modelIn([small, large], '')).toBe(large)
  expect(modelIn([small], '')).toBeUndefined()
})

it('keeps an effort only with a model that takes it', () => {
  expect(keptEffort('high', large)).toBe('high')
  expect(keptEffort('max', large)).toBe('')
  expect(keptEffort('high', small)).toBe('')
})

it('knows the lowest price, if there is one', () => {
  expect(lowestPrice([small, large])).toBe(3)
  expect(lowestPrice([small])).toBeUndefined()
})
