import { expect, test } from 'vitest'
import { StderrTail } from './stderr-tail.ts'

test('a short text is kept whole, and each piece is given back clean', () => {
  const tail = new StderrTail()
  expect([tail.add('\u001B[3'), tail.add('1mred\u001B[0m\n'), tail.add('rest')]).toEqual([
    '',
    'red\n',
    'rest',
  ])
  expect(tail.read()).toBe('red\nrest')
})

test('a long text is kept from the start of a line', () => {
  const tail = new StderrTail()
  for (let line = 0; line < 10_000; line += 1) tail.add(`${String(line).padStart(6, '0')}\n`)
  const lines = tail.read().split('\n')
  expect([lines.length, lines[0], lines.at(-2), lines.at(-1)]).toEqual([2341, '007660', '009999', ''])
})

test('a line that starts exactly where the text was cut is kept', () => {
  const tail = new StderrTail()
  tail.add(`first\n${'x'.repeat(16 * 1024)}`)
  expect(tail.read()).toBe('x'.repeat(16 * 1024))
})

test('one line that is too long keeps its end, and no half characters', () => {
  const tail = new StderrTail()
  tail.add(`${'😀'.repeat(10_000)}end\n`)
  expect(tail.read()).toBe(`${'😀'.repeat(8190)}end\n`)
})
