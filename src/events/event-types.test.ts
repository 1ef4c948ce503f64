import { expect, test } from 'vitest'
import { eventTypes } from './event-types.ts'

test('lists no type twice', () => {
  expect(eventTypes.filter((type, index) => eventTypes.indexOf(type) !== index)).toEqual([])
})

test('names every type by a word, or by a noun and a verb in kebab case', () => {
  expect(eventTypes.filter((type) => !/^[a-z]+(-[a-z]+)*(\.[a-z]+)?$/.test(type))).toEqual([])
})
