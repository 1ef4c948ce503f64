import { expect, it } from 'vitest'
import { readableJson } from './readable-json.ts'

it('indents JSON and leaves other text unchanged', () => {
  expect(readableJson('{"a":1}')).toBe('{\n  "a": 1\n}')
  expect(readableJson('{"a"')).toBe('{"a"')
})
