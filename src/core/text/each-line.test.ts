import { expect, test } from 'vitest'
import { eachLine } from './each-line.ts'

test('joins the pieces of a line and waits for the end of the last line', () => {
  const lines: string[] = []
  const add = eachLine((line) => lines.push(line))
  for (const piece of ['a', 'b\nc\n\nd', 'e', '\nf']) add(piece)
  expect(lines).toEqual(['ab', 'c', '', 'de'])
})
