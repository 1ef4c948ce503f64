import { describe, expect, test } from 'vitest'
import { profileOf } from '../../../test/profile-of.ts'
import { ClaimSheet } from './claim-sheet.ts'
import type { Evidence } from '../evidence.ts'
import { at, type Field, fieldTable, readFields, readLeftovers, writeFields } from './field-table.ts'
import { ProfileReader } from './profile-reader.ts'

const fields: Field[] = fieldTable({
  support: { a: { flag: 'flag', tools: 'tools' } },
  value: { a: { items: 'tools' }, b: { c: { limit: 'limit' } } },
  presence: { b: { open: 'open' } },
})

function read(declaration: object, silence: 'unknown' | 'unsupported' = 'unknown') {
  const sheet = new ClaimSheet({ source: 'declared' })
  readFields(sheet, declaration, { fields, silence })
  readLeftovers(sheet, declaration, { fields, namespace: 'own' })
  const { facts } = sheet.toProfile({ kind: 'agent', id: 'x' })
  return Object.fromEntries(
    Object.values(facts).map(({ id, support, value, evidence }) => [
      id,
      [support, value, evidence[0]?.detail].filter((part) => part !== undefined),
    ]),
  )
}

describe('reading', () => {
  const cases: { name: string; declaration: object; facts: object }[] = [
    { name: 'nothing', declaration: {}, facts: {} },
    { name: 'null, which counts as left out', declaration: { a: { flag: null }, b: null }, facts: {} },
    { name: 'a yes', declaration: { a: { flag: true } }, facts: { flag: ['supported'] } },
    { name: 'a no', declaration: { a: { flag: false } }, facts: { flag: ['unsupported'] } },
    {
      name: 'a value beside a flag',
      declaration: { a: { tools: false, items: [1] } },
      facts: { tools: ['unsupported', [1]] },
    },
    {
      name: 'a value whose flag is left out',
      declaration: { a: { items: [1] } },
      facts: { tools: ['unknown', [1]] },
    },
    {
      name: 'a value that stands alone',
      declaration: { b: { c: { limit: 0 } } },
      facts: { limit: ['supported', 0] },
    },
    {
      name: 'an empty list that stands alone',
      declaration: { b: { c: { limit: [] } } },
      facts: { limit: ['unsupported', []] },
    },
    { name: 'a presence', declaration: { b: { open: {} } }, facts: { open: ['supported'] } },
    {
      name: 'a presence with details',
      declaration: { b: { open: { x: 1 } } },
      facts: { open: ['supported', { x: 1 }] },
    },
    { name: 'a presence as a flag', declaration: { b: { open: true } }, facts: { open: ['supported'] } },
    {
      name: 'a presence that is refused',
      declaration: { b: { open: false } },
      facts: { open: ['unsupported'] },
    },
    {
      name: 'fields nobody named, at every depth',
      declaration: { z: 1, a: { y: null, flag: true }, b: { c: { x: undefined, w: [] } } },
      facts: {
        flag: ['supported'],
        'own.declaration': ['supported', { z: 1 }],
        'own.a': ['supported', { y: null }],
        'own.b.c': ['supported', { w: [] }],
      },
    },
  ]

  test.each(cases)('$name', ({ declaration, facts }) => {
    expect(read(declaration)).toEqual(facts)
  })

  test('reads a missing field as unsupported if the protocol says so', () => {
    expect(read({ a: { items: [1] } }, 'unsupported')).toEqual({
      flag: ['unsupported', 'omitted'],
      tools: ['unsupported', [1], 'omitted'],
      open: ['unsupported', 'omitted'],
    })
  })
})

describe('writing', () => {
  function write(facts: Record<string, Partial<Evidence>>, named?: string[]) {
    const reader = new ProfileReader(profileOf(facts))
    const options = { fields, namespace: 'own', flag: (id: string) => reader.flag(id) }
    return reader.finish(writeFields(reader, named === undefined ? options : { ...options, named }))
  }

  test('omits unknown facts', () => {
    expect(write({})).toEqual({ declaration: {}, notCarried: [], assumed: [] })
  })

  test('writes flags, values and presences at their paths', () => {
    const facts = {
      flag: { support: 'unsupported' },
      tools: { value: [1] },
      limit: { value: 0 },
      open: { value: { x: 1 } },
    } as const
    expect(write(facts)).toStrictEqual({
      declaration: { a: { flag: false, tools: true, items: [1] }, b: { c: { limit: 0 }, open: { x: 1 } } },
      notCarried: [],
      assumed: [],
    })
  })

  test('writes a presence without details as an empty object, and omits an unsupported one', () => {
    expect(write({ open: {} }).declaration).toEqual({ b: { open: {} } })
    expect(write({ open: { support: 'unsupported' } })).toEqual({
      declaration: {},
      notCarried: [],
      assumed: [],
    })
  })

  test('writes a presence without a value that is not an object, and reports the value as lost', () => {
    expect(write({ open: { value: ['x'] } })).toEqual({
      declaration: { b: { open: {} } },
      notCarried: [
        { id: 'open', support: 'supported', value: ['x'], reason: 'this shape can only hold an object' },
      ],
      assumed: [],
    })
  })

  test('restores kept fields at their paths, under any name', () => {
    const value: unknown = JSON.parse('{"__proto__": 1, "d.e": 2}')
    const { declaration, notCarried } = write({ 'own.a': { value }, 'own.declaration': { value: { z: 3 } } })
    expect(JSON.stringify(declaration)).toBe('{"z":3,"a":{"__proto__":1,"d.e":2}}')
    expect(Object.getPrototypeOf(declaration['a'])).toBe(Object.prototype)
    expect(notCarried).toEqual([])
  })

  test('restores kept fields of a section without other fields', () => {
    expect(write({ 'own.list': { value: { z: 3 } } }).declaration).toEqual({})
    expect(write({ 'own.list': { value: { z: 3 } } }, ['list.names'])).toEqual({
      declaration: { list: { z: 3 } },
      notCarried: [],
      assumed: [],
    })
  })
})

test('follows only own properties on a path', () => {
  expect(at({ a: { b: 1 } }, 'a.b')).toBe(1)
  expect(at({ a: { b: 1 } }, 'a.b.c')).toBeUndefined()
  expect(at({ a: null }, 'a.b')).toBeUndefined()
  expect(at({}, 'constructor')).toBeUndefined()
  expect(at({}, '__proto__.toString')).toBeUndefined()
})
