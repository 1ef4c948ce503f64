import { expect, it } from 'vitest'
import { fillArguments } from './fill-arguments.ts'

it.each([
  ['Say {{ word }} to {{name}}', { word: 'hi', name: 'Ada' }, 'Say hi to Ada'],
  ['Do $ARGUMENTS', { a: 1, b: [2] }, 'Do a: 1\nb: [2]'],
  ['No place', { a: 'x' }, 'No place\n\nArguments:\na: x'],
  ['{{a}}', { a: '{{b}} $ARGUMENTS', b: 'no' }, '{{b}} $ARGUMENTS\n\nArguments:\nb: no'],
  ['{{missing}} {{toString}}', {}, '{{missing}} {{toString}}'],
  ['$& {{a}}', { a: '$&' }, '$& $&'],
])('fills %j', (text, input, filled) => {
  expect(fillArguments(text, input)).toBe(filled)
})
