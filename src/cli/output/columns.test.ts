import { expect, test } from 'vitest'
import { columns } from './columns.ts'
import { createStyle } from './style.ts'

test('lines up cells, leaves the last one alone and ends no line with blanks', () => {
  expect(
    columns([
      ['a', 'one'],
      ['long', ''],
      ['b', 'a longer text'],
    ]),
  ).toBe('  a     one\n  long\n  b     a longer text')
})

test('colour takes no room', () => {
  const { good } = createStyle(true)
  expect(
    columns(
      [
        [good('ok'), 'x'],
        ['fine', 'y'],
      ],
      '',
    ),
  ).toBe('\u001b[32mok\u001b[39m    x\nfine  y')
})
