import { describe, expect, it } from 'vitest'
import { diffLines } from './line-diff.ts'

function shown(before: string, after: string): unknown {
  const { hunks, ...counts } = diffLines(before, after)
  return { ...counts, hunks: hunks?.map((hunk) => hunk.map(({ sign, text }) => sign + text)) }
}

const numbers = (count: number): string => Array.from({ length: count }, (_, index) => `${index}\n`).join('')

describe('diffLines', () => {
  it('compares a new, an emptied and a missing file', () => {
    expect(shown('', 'a\nb\n')).toEqual({ added: 2, removed: 0, hunks: [['+a', '+b']] })
    expect(shown('a\nb', '')).toEqual({ added: 0, removed: 2, hunks: [['-a', '-b']] })
    expect(shown('a\n', 'a\n')).toEqual({ added: 0, removed: 0, hunks: [] })
  })

  it('shows one changed line with its context', () => {
    expect(shown('1\n2\n3\n4\n5\n6\n', '1\n2\n3\nfour\n5\n6\n')).toEqual({
      added: 1,
      removed: 1,
      hunks: [[' 2', ' 3', '-4', '+four', ' 5', ' 6']],
    })
  })

  it('separates distant changes and joins near ones', () => {
    const before = numbers(12)
    expect(shown(before, before.replace('1\n', 'one\n').replace('10\n', 'ten\n'))).toEqual({
      added: 2,
      removed: 2,
      hunks: [
        [' 0', '-1', '+one', ' 2', ' 3'],
        [' 8', ' 9', '-10', '+ten', ' 11'],
      ],
    })
    expect(shown('a\nb\nc\nd\n', 'x\nb\nc\ny\n')).toEqual({
      added: 2,
      removed: 2,
      hunks: [['-a', '+x', ' b', ' c', '-d', '+y']],
    })
  })

  it('finds the unchanged lines between changes', () => {
    expect(shown('a\nb\nc\n', 'b\nc\nd\n')).toEqual({
      added: 1,
      removed: 1,
      hunks: [['-a', ' b', ' c', '+d']],
    })
  })

  it('only counts lines if comparing would take too long', () => {
    const [before, after] = [numbers(2000), numbers(2000).replaceAll('\n', ' x\n')]
    expect(shown(before, after)).toEqual({ added: 2000, removed: 2000, hunks: undefined })
  })

  it('finds a small edit of a large file', () => {
    const before = numbers(50_000)
    expect(shown(before, before.replace('25000\n', 'x\n'))).toEqual({
      added: 1,
      removed: 1,
      hunks: [[' 24998', ' 24999', '-25000', '+x', ' 25001', ' 25002']],
    })
  })
})
