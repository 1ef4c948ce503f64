import { expect, test } from 'vitest'
import { columns } from './columns.ts'
import { createStyle } from './style.ts'

test('aligns cells except the last, without trailing blanks', () => {
  expect(
    columns([
      ['a', 'one'],
      ['long', ''],
      ['b', 'a longer text'],
    ]),
  ).toBe('  a     one\n  long\n  b     a longer text')
})

test('wraps the last cell at the width, and puts a cell that does not fit below the others', () => {
  expect(
    columns(
      [
        ['--flag', 'a text of several words'],
        ['--other', '/a/path/that/is/longer/than/the/line'],
        ['--long', 'short'],
      ],
      { width: 24 },
    ),
  ).toBe(
    [
      '  --flag   a text of',
      '           several words',
      '  --other',
      '      /a/path/that/is/longer/than/the/line',
      '  --long   short',
    ].join('\n'),
  )
})

test('drops a column that is empty in every row', () => {
  expect(
    columns([
      ['a', '', 'b'],
      ['c', '', 'd'],
    ]),
  ).toBe('  a  b\n  c  d')
})

test('ignores color codes in the width', () => {
  const { good } = createStyle(true)
  expect(
    columns(
      [
        [good('ok'), 'x'],
        ['fine', 'y'],
      ],
      { indent: '' },
    ),
  ).toBe('\u001b[32mok\u001b[39m    x\nfine  y')
})
