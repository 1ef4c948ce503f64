import { expect, it } from 'vitest'
import { readableJson } from './readable-json.ts'

it('breaks JSON into lines and leaves the rest', () => {
  expect(readableJson('{"a":1}')).toBe('{\n  "a": 1\n}')
  expect(readableJson('{"a"')).toBe('{"a"')
})
