import { describe, expect, test } from 'vitest'
import { profileOf } from '../../../test/profile-of.ts'
import type { Evidence } from '../evidence.ts'
import { TotalProfileReader } from './total-profile-reader.ts'

function readerOf(facts: Record<string, Partial<Evidence>>) {
  return new TotalProfileReader(profileOf(facts))
}

const yes = {}
const no = { support: 'unsupported' } as const
const silent = { support: 'unknown' } as const

test('refuses what is no profile', () => {
  for (const given of [undefined, null, 'acp', {}]) {
    expect(() => new TotalProfileReader(given as never)).toThrow(
      expect.objectContaining({ code: 'VALIDATION_ERROR', message: 'profile is not a result of toProfile' }),
    )
  }
})

describe('reports as lost', () => {
  test('a known fact that was never read', () => {
    const reader = readerOf({ yes, no, silent, level: { ...silent, value: 3 } })
    expect(reader.finish({})).toStrictEqual({
      declaration: {},
      notCarried: [
        { id: 'yes', support: 'supported', reason: 'this shape has no field for this capability' },
        { id: 'no', support: 'unsupported', reason: 'this shape has no field for this capability' },
        { id: 'level', support: 'unknown', value: 3, reason: 'this shape has no field for this capability' },
      ],
      assumed: [],
    })
  })

  test('a value when only the support was read', () => {
    const reader = readerOf({ level: { value: 3 } })
    reader.flag('level')
    expect(reader.finish({}).notCarried).toStrictEqual([
      { id: 'level', support: 'supported', value: 3, reason: 'this shape can only say yes or no' },
    ])
  })

  test('support without a value when only the value was read', () => {
    const reader = readerOf({ level: yes })
    expect(reader.value('level')).toBeUndefined()
    expect(reader.finish({}).notCarried).toStrictEqual([
      {
        id: 'level',
        support: 'supported',
        reason: 'this shape can only hold a value, and none is known',
      },
    ])
  })

  test('a fact that was read and lost', () => {
    const reader = readerOf({ level: { value: 3 } })
    reader.fact('level')
    reader.lose('level', 'too many')
    reader.lose('not in the profile', 'whatever')
    expect(reader.finish({}).notCarried).toStrictEqual([
      { id: 'level', support: 'supported', value: 3, reason: 'too many' },
    ])
  })

  test('nothing when the value was read', () => {
    const reader = readerOf({ level: { value: 3 }, own: yes })
    expect([reader.value('level'), reader.flag('own')]).toEqual([3, true])
    expect(reader.finish('x')).toStrictEqual({ declaration: 'x', notCarried: [], assumed: [] })
  })
})

test('reads a flag as true, false or undefined', () => {
  const reader = readerOf({ yes, no, silent })
  expect(['yes', 'no', 'silent', 'other'].map((id) => reader.flag(id))).toEqual([
    true,
    false,
    undefined,
    undefined,
  ])
})

test('omits an unsupported flag that was only omitted', () => {
  const reader = readerOf({ yes, no, omitted: { ...no, detail: 'omitted' }, said: { ...no, detail: 'seen' } })
  expect(['yes', 'no', 'omitted', 'said'].map((id) => reader.closedFlag(id))).toEqual([
    true,
    false,
    undefined,
    false,
  ])
})

describe('reports as assumed', () => {
  test('an unknown fact that is written as false', () => {
    const reader = readerOf({ yes, no, silent })
    expect(['yes', 'no', 'silent', 'other'].map((id) => reader.totalFlag(id))).toEqual([
      true,
      false,
      false,
      false,
    ])
    expect(reader.finish({})).toStrictEqual({ declaration: {}, notCarried: [], assumed: ['silent', 'other'] })
  })

  test('the conservative value, once per id', () => {
    const reader = readerOf({})
    expect([
      reader.total('a', undefined, 0),
      reader.total('a', undefined, ''),
      reader.total('b', 7, 0),
    ]).toEqual([0, '', 7])
    expect(reader.finish({}).assumed).toEqual(['a'])
  })
})

describe('an id that others can replace', () => {
  const cases: { facts: Record<string, Partial<Evidence>>; flag: boolean | undefined }[] = [
    { facts: { id: yes, other: no }, flag: true },
    { facts: { id: no, other: yes }, flag: true },
    { facts: { other: yes }, flag: true },
    { facts: { id: no }, flag: false },
    { facts: { other: no, third: no }, flag: false },
    { facts: { other: no }, flag: undefined },
    { facts: {}, flag: undefined },
  ]

  test.each(cases)('$facts is $flag', ({ facts, flag }) => {
    expect(readerOf(facts).anyFlag('id', ['other', 'third'])).toBe(flag)
  })

  test('is unknown without others', () => {
    expect(readerOf({}).anyFlag('id', [])).toBeUndefined()
  })

  test('leaves the others unread', () => {
    const reader = readerOf({ other: yes })
    reader.anyFlag('id', ['other'])
    expect(reader.finish({}).notCarried).toStrictEqual([
      { id: 'other', support: 'supported', reason: 'this shape has no field for this capability' },
    ])
  })
})

test('reads a whole family, with the rest of each id', () => {
  const reader = readerOf({ 'host.a': yes, 'host.': no, hosting: yes, 'host.a.b': { value: 1 } })
  expect(reader.family('host.').map(([name, { support }]) => [name, support])).toEqual([
    ['a', 'supported'],
    ['', 'unsupported'],
    ['a.b', 'supported'],
  ])
  expect(reader.finish({}).notCarried.map(({ id }) => id)).toEqual(['hosting'])
})

test('returns kept fields as an object, even if there are none', () => {
  const reader = readerOf({ rest: { value: { extra: 1 } } })
  expect([reader.leftovers('rest'), reader.leftovers('other')]).toEqual([{ extra: 1 }, {}])
})
