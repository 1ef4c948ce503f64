import { describe, expect, it } from 'vitest'
import { patched } from './json-patch.ts'

describe('patched', () => {
  it('adds, replaces and removes without changing the input', () => {
    const document = { session: { mode: 'plan', list: [1, 2] } }
    const result = patched(document, [
      { op: 'add', path: '/session/title', value: 'A' },
      { op: 'replace', path: '/session/mode', value: 'code' },
      { op: 'add', path: '/session/list/-', value: 3 },
      { op: 'add', path: '/session/list/0', value: 0 },
      { op: 'remove', path: '/session/list/1' },
    ])
    expect(result).toEqual({ session: { mode: 'code', title: 'A', list: [0, 2, 3] } })
    expect(document).toEqual({ session: { mode: 'plan', list: [1, 2] } })
  })

  it('supports escaped names and the root path', () => {
    expect(patched({ 'a/b~c': 1 }, [{ op: 'remove', path: '/a~1b~0c' }])).toEqual({})
    expect(patched({ a: 1 }, [{ op: 'add', path: '', value: 2 }])).toBe(2)
  })

  it('skips operations that do not fit', () => {
    const document = { list: [1] }
    expect(
      patched(document, [
        { op: 'add', path: '/none/deep', value: 1 },
        { op: 'remove', path: '/list/7' },
        { op: 'replace', path: '/list/x', value: 1 },
      ]),
    ).toEqual({ list: [1] })
  })

  it('treats __proto__ as a normal key', () => {
    const result = patched({}, [{ op: 'add', path: '/__proto__', value: { bad: true } }]) as object
    expect(Object.getPrototypeOf(result)).toBe(Object.prototype)
    expect(Object.keys(result)).toEqual(['__proto__'])
  })
})
