import { expect, test } from 'vitest'
import { StderrTail } from './stderr-tail.ts'

test('keeps a short text completely, and returns each piece without codes and secrets', () => {
  const tail = new StderrTail()
  expect([tail.add('\u001B[3'), tail.add('1mred\u001B[0m\n'), tail.add('rest')]).toEqual([
    '',
    'red\n',
    'rest',
  ])
  expect(tail.read()).toBe('red\nrest')
})

test('keeps the end of a long text from the start of a line', () => {
  const tail = new StderrTail()
  for (let line = 0; line < 10_000; line += 1) tail.add(`${String(line).padStart(6, '0')}\n`)
  const lines = tail.read().split('\n')
  expect([lines.length, lines[0], lines.at(-2), lines.at(-1)]).toEqual([2341, '007660', '009999', ''])
})

test('keeps a line that starts exactly at the cut', () => {
  const tail = new StderrTail()
  tail.add(`first\n${'x'.repeat(16 * 1024)}`)
  expect(tail.read()).toBe('x'.repeat(16 * 1024))
})

test('keeps the end of a line that is too long, without half characters', () => {
  const tail = new StderrTail()
  tail.add(`${'😀'.repeat(10_000)}end\n`)
  expect(tail.read()).toBe(`${'😀'.repeat(8190)}end\n`)
})
