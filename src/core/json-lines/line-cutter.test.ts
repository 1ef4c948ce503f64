import { expect, test } from 'vitest'
import { LineCutter } from './line-cutter.ts'

type Seen = [kind: 'block' | 'too long', text: string, offset: number]

function cut(chunks: string[], maxLineBytes = 100): Seen[] {
  const seen: Seen[] = []
  const cutter = new LineCutter({
    maxLineBytes,
    onBlock: (block, offset) => seen.push(['block', block.toString('latin1'), offset]),
    onTooLong: (beginning, offset) => seen.push(['too long', beginning.toString('latin1'), offset]),
  })
  for (const chunk of chunks) cutter.push(Buffer.from(chunk, 'latin1'))
  cutter.end()
  return seen
}

test('delivers all whole lines of a chunk as one block', () => {
  expect(cut(['a\nbb\n\nccc\n'])).toEqual([['block', 'a\nbb\n\nccc\n', 0]])
})

test('joins a line that spans several chunks', () => {
  expect(cut(['a\nb', '', 'b', 'b\nc\nd'])).toEqual([
    ['block', 'a\n', 0],
    ['block', 'bbb', 2],
    ['block', 'c\n', 6],
    ['block', 'd', 8],
  ])
})

test('counts a byte order mark in the offset only', () => {
  expect(cut(['\xef', '\xbb\xbfa', '\nb\n'])).toEqual([
    ['block', 'a', 3],
    ['block', 'b\n', 5],
  ])
  expect(cut(['\xef\xbb'])).toEqual([['block', '\xef\xbb', 0]])
})

test('rejects a long line once and discards its bytes', () => {
  expect(cut(['ok\nabc', 'defg', 'h', 'i\nok\n'], 4)).toEqual([
    ['block', 'ok\n', 0],
    ['too long', 'abcd', 3],
    ['block', 'ok\n', 13],
  ])
})

test('rejects the same lines in one chunk', () => {
  expect(cut(['abcde\nabcd\n\nfghijk\nok\nlmnopq'], 4)).toEqual([
    ['too long', 'abcd', 0],
    ['block', 'abcd\n', 6],
    ['block', '\n', 11],
    ['too long', 'fghi', 12],
    ['block', 'ok\n', 19],
    ['too long', 'lmno', 22],
  ])
})

test('accepts a line of exactly the limit', () => {
  expect(cut(['abcd', '\nabcd'], 4)).toEqual([
    ['block', 'abcd', 0],
    ['block', 'abcd', 5],
  ])
})

test('cuts a large chunk into blocks of at most one mebibyte', () => {
  const line = `${'x'.repeat(1023)}\n`
  const lengths: [length: number, offset: number][] = []
  const cutter = new LineCutter({
    maxLineBytes: 4_000_000,
    onBlock: (block, offset) => lengths.push([block.length, offset]),
    onTooLong: () => expect.unreachable(),
  })
  cutter.push(Buffer.from(line.repeat(2048 + 512)))
  cutter.end()
  expect(lengths).toEqual([
    [1_048_576, 0],
    [1_048_576, 1_048_576],
    [524_288, 2_097_152],
  ])
})
