import { expect, it } from 'vitest'
import { titleOf } from './thread-title.ts'

const user = (content: unknown) => ({ id: 'u1', role: 'user', content })

it.each([
  ['the first words', [user('Fix   the\nlogin')], 'Fix the login'],
  ['nothing', [], 'Untitled'],
  ['an image alone', [user([{ type: 'image' }])], 'Untitled'],
  ['a long message', [user('word '.repeat(40))], `${'word '.repeat(15)}word…`],
  ['a long message of emojis', [user('👩‍👩‍👧‍👦'.repeat(20))], `${'👩‍👩‍👧‍👦'.repeat(7)}…`],
])('makes a title of %s', (_, messages, title) => {
  expect(titleOf(messages)).toBe(title)
})
