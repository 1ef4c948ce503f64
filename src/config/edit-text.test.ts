import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { withKey, withoutKey } from './edit-text.ts'
import { plainJson } from './plain-json.ts'

const text = `{
  // which agent
  "agent": "claude", // the default
  /* money */
  "maxCostUsd": 2, // per run
  "agents": { "codex": { "model": "gpt-5.5" /* seen */ } } // by name
}
`

describe('withKey', () => {
  it('replaces a value beside its comment', () => {
    expect(withKey(text, ['agent'], 'codex')).toBe(text.replace('"claude"', '"codex"'))
  })

  it('adds a key after the comment of the last key', () => {
    expect(withKey(text, ['model'], 'opus')).toBe(
      text.replace('} } // by name\n', '} }, // by name\n  "model": "opus"\n'),
    )
  })

  it('keeps a trailing comma', () => {
    expect(withKey('{\n\t"agent": "claude", // mine\n}', ['env'], ['A'])).toBe(
      '{\n\t"agent": "claude", // mine\n\t"env": [\n\t  "A"\n\t],\n}',
    )
  })

  it('creates the missing parent objects of a key', () => {
    expect(withKey('{\n  "agent": "claude" // mine\n}\n', ['agents', 'pi', 'model'], 'x')).toBe(
      '{\n  "agent": "claude", // mine\n  "agents": {\n    "pi": {\n      "model": "x"\n    }\n  }\n}\n',
    )
  })

  it('fills an empty object', () => {
    expect(withKey('{\n  // nothing yet\n}\n', ['agent'], 'pi')).toContain('// nothing yet')
    expect(withKey('{}\n', ['agents', 'pi', 'model'], 'x')).toBe(
      '{\n  "agents": {\n    "pi": {\n      "model": "x"\n    }\n  }\n}\n',
    )
  })
})

describe('withoutKey', () => {
  it('removes a key with the comment on its line, and no other comment', () => {
    expect(withoutKey(text, ['maxCostUsd'])).toBe(text.replace('\n  "maxCostUsd": 2, // per run', ''))
    expect(withoutKey(text, ['agent'])).toBe(text.replace('\n  "agent": "claude", // the default', ''))
  })

  it('removes the comma before the last key', () => {
    expect(withoutKey(text, ['agents'])).toBe(text.replace(/2, \/\/ per run\n.*\n/, '2 // per run\n'))
    expect(withoutKey('{"a": 1, /* b */ "b": 2}', ['b'])).toBe('{"a": 1 /* b */ }')
  })

  it('keeps a line comment and the next key on separate lines', () => {
    expect(withoutKey('{\n// note\n"a": 1, "b": 2}', ['a'])).toBe('{\n// note\n "b": 2}')
  })
})

const comment = fc.constantFrom(
  '',
  ' ',
  '\n',
  ' // one\n',
  ' /* two */ ',
  '\r\n  ',
  '// a, b }\n',
  '/* "c": 1, */',
)
const keys = ['a', 'b', 'c', 'd']
/** Documents with comments, line breaks and commas in every position that allows them. */
const documents = fc
  .tuple(
    fc.uniqueArray(fc.constantFrom(...keys)),
    fc.array(comment, { minLength: 40, maxLength: 40 }),
    fc.boolean(),
  )
  .map(([names, comments, hasLastComma]) => {
    const next = (): string => comments.pop() ?? ''
    const property = (name: string, value: string): string =>
      `${next()}"${name}"${next()}:${next()}${value}${next()}`
    const properties = names.map((name) => property(name, name === 'c' ? '{"x": 1}' : '1'))
    const lastComma = hasLastComma && names.length > 0 ? `,${next()}` : ''
    return `${next()}{${properties.join(',')}${lastComma}${next()}}${next()}`
  })
const read = (json: string): Record<string, unknown> => JSON.parse(plainJson(json)) as Record<string, unknown>
const commentsIn = (json: string): number => json.match(/\/\/ one|\/\* two|\/\/ a, b|\/\* "c"/g)?.length ?? 0

it('changes only the key, wherever the comments are', () => {
  fc.assert(
    fc.property(documents, fc.constantFrom(...keys), (json, key) => {
      const before = read(json)
      const set = withKey(json, [key], 7)
      expect(read(set)).toEqual({ ...before, [key]: 7 })
      expect(commentsIn(set)).toBe(commentsIn(json))
      const { [key]: _, ...others } = before
      expect(read(withoutKey(json, [key]))).toEqual(others)
    }),
  )
})
