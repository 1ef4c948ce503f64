import { expect, it } from 'vitest'
import { readSkillDocument } from './front-matter.ts'

it('reads strings, lists, maps and multi-line strings', () => {
  const text = [
    '---',
    'name: release # what it is called',
    String.raw`description: "Makes: a \"release\""`,
    "quoted: 'it''s'",
    'version: 1.0',
    'triggers: [release, "new, version"]',
    'arguments:',
    '  - "to, from"',
    'nested: { owner: { name: me } }',
    'tags:',
    '  - git',
    '  - npm',
    'when_to_use: |',
    '  First.',
    '  Second.',
    'folded: >-',
    '  one',
    '  two',
    'metadata:',
    '  owner: me',
    'empty:',
    '---',
    'The body',
    '---',
    'of it',
  ].join('\n')
  expect(readSkillDocument(text)).toEqual({
    head: {
      name: 'release',
      description: 'Makes: a "release"',
      quoted: "it's",
      version: '1.0',
      triggers: ['release', 'new, version'],
      arguments: ['to, from'],
      nested: { owner: { name: 'me' } },
      tags: ['git', 'npm'],
      when_to_use: 'First.\nSecond.\n',
      folded: 'one two',
      metadata: { owner: 'me' },
      empty: '',
    },
    body: 'The body\n---\nof it',
  })
})

it('reads Windows line endings, and returns undefined without front matter', () => {
  expect(readSkillDocument('---\r\nname: a\r\n---\r\nbody')).toEqual({ head: { name: 'a' }, body: 'body' })
  expect(readSkillDocument('no head')).toBe(undefined)
  expect(readSkillDocument('---\nname: a\nnever closed')).toBe(undefined)
})

it('reads unquoted strings that YAML forbids, and returns undefined for invalid YAML', () => {
  expect(readSkillDocument('---\ndescription: Use when: "now" #1\ntags: @x\n---\n')?.head).toEqual({
    description: 'Use when: "now" #1',
    tags: '@x',
  })
  expect(readSkillDocument('---\nname: [a\n---\n')).toBe(undefined)
  expect(readSkillDocument('---\n- a\n---\n')).toBe(undefined)
  expect(readSkillDocument('---\n---\nbody')).toEqual({ head: {}, body: 'body' })
})

it('reads keys that objects inherit', () => {
  const head = readSkillDocument('---\n__proto__: x\n---\n')?.head
  expect(head).toEqual(JSON.parse('{"__proto__":"x"}'))
  expect(Object.getPrototypeOf(head)).toBe(Object.prototype)
})
