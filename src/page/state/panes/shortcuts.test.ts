import { expect, it } from 'vitest'
import { shortcutFor } from './shortcuts.ts'

const press = (key: string, fields: object = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  repeat: false,
  isComposing: false,
  ...fields,
})

it.each([
  ['a', 'allow'],
  ['d', 'deny'],
  ['s', 'stop'],
  ['n', 'new'],
  ['j', 'next'],
  ['c', 'changes'],
  ['m', 'write'],
  ['?', 'help'],
  ['A', undefined],
  ['Enter', undefined],
])('%s is %s', (key, action) => {
  expect(shortcutFor(press(key), false)).toBe(action)
})

it.each([{ ctrlKey: true }, { metaKey: true }, { altKey: true }, { repeat: true }, { isComposing: true }])(
  'ignores a key with %o',
  (fields) => {
    expect(shortcutFor(press('a', fields), false)).toBeUndefined()
  },
)

it('ignores every key while the user writes', () => {
  expect(shortcutFor(press('a'), true)).toBeUndefined()
})
