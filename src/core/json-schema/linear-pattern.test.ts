import { describe, expect, it } from 'vitest'
import { checkForeignSchema, slowPatterns } from './foreign-schema.lazy.ts'
import { linearTest } from './linear-pattern.ts'

describe('linearTest', () => {
  it.each<[string, string, boolean]>([
    ['^(a+)+$', 'aaa', true],
    ['^(a+)+$', `${'a'.repeat(100_000)}b`, false],
    ['^\\d{4}-\\d{2}$', '2026-11', true],
    ['^\\u0041\\u{1F600}\\/$', 'A😀/', true],
    ['^[\\w-]+$', 'a b', false],
    ['^\\p{L}+$', 'é', true],
    ['^(?<year>\\d+)$', '2026', true],
    ['^.$', '😀', true],
  ])('%s with the first characters of %.20s', (pattern, text, matches) => {
    expect(linearTest(pattern)?.(text)).toBe(matches)
  })

  it.each(['(?=a)b', '(?<!a)b', '(a)\\1', '('])('cannot match %s', (pattern) => {
    expect(linearTest(pattern)).toBeUndefined()
  })
})

describe('checkForeignSchema', () => {
  const bomb = `${'a'.repeat(40)}b`

  it.each<[object, unknown]>([
    [{ pattern: '^(a+)+$' }, bomb],
    [{ not: { pattern: '^(a+)+b$' } }, bomb],
    [{ pattern: '^(a+)+b$', format: 'email' }, bomb],
    [{ patternProperties: { '^(a+)+b$': { type: 'null' } } }, { [bomb]: 1 }],
    [{ patternProperties: { '^(a+)+$': {} }, additionalProperties: false, minProperties: 1 }, { [bomb]: 1 }],
  ])('rejects by %j at once', async (schema, value) => {
    expect((await checkForeignSchema({ ...schema }, value)).issues).toHaveLength(1)
  })

  it('accepts properties by their patterns', async () => {
    const schema = { patternProperties: { '^x': { type: 'number' } }, additionalProperties: false }
    expect(await checkForeignSchema(schema, { xy: 1 })).toEqual({ issues: [], unchecked: [] })
    expect(await checkForeignSchema(schema, { xy: '', y: 1 })).toMatchObject({
      issues: [
        { path: ['xy'], message: 'must be of type number, and is string' },
        { path: ['y'], message: 'is not allowed' },
      ],
    })
  })

  it('rejects more text than it can match quickly', async () => {
    expect(await checkForeignSchema({ pattern: '^a*$' }, 'a'.repeat(300_000))).toMatchObject({
      issues: [{ message: 'is too long to be matched with ^a*$' }],
    })
  })
})

it('finds the patterns that may be slow', async () => {
  const schema = {
    properties: { pattern: { pattern: '(?=a)' }, b: { enum: [{ pattern: '(?=data)' }] } },
    patternProperties: { '^a+$': {} },
    not: { patternProperties: { '^b+$': {} }, pattern: '^c$' },
  }
  expect(await slowPatterns(schema)).toEqual(['(?=a)', '^b+$'])
})
