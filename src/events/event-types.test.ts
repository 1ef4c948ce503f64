import { expect, test } from 'vitest'
import { eventTypes } from './event-types.ts'

test('no type stands twice in the list', () => {
  expect(eventTypes.filter((type, index) => eventTypes.indexOf(type) !== index)).toEqual([])
})

test('every type is a word, or a noun and a verb in kebab case', () => {
  expect(eventTypes.filter((type) => !/^[a-z]+(-[a-z]+)*(\.[a-z]+)?$/.test(type))).toEqual([])
})
