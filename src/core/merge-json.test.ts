import { expect, test } from 'vitest'
import { mergeJson } from './merge-json.ts'

test('merges objects at every depth and replaces all other values', () => {
  const base = { a: { b: 1, c: [1] }, d: 1 }
  expect(mergeJson(base, { a: { c: [2], e: null }, d: { f: 1 } })).toEqual({
    a: { b: 1, c: [2], e: null },
    d: { f: 1 },
  })
  expect(base).toEqual({ a: { b: 1, c: [1] }, d: 1 })
  expect(mergeJson([1], { a: 1 })).toEqual({ a: 1 })
  expect(mergeJson({ a: 1 }, 'x')).toBe('x')
})

test('treats a name like __proto__ as a field', () => {
  const merged = mergeJson({}, JSON.parse('{"__proto__":{"a":1}}'))
  expect(Object.getPrototypeOf(merged)).toBe(Object.prototype)
  expect((merged as { a?: number }).a).toBeUndefined()
})
