import { describe, expect, it } from 'vitest'
import { diffLines, patchLines, withoutFar } from './line-diff.ts'

const shown = (before: string, after: string): string[] =>
  diffLines(before, after).map(
    ({ kind, text }) => `${{ same: ' ', added: '+', removed: '-', note: '@' }[kind]}${text}`,
  )

describe('diffLines', () => {
  it('marks changed and unchanged lines', () => {
    expect(shown('a\nb\nc\nd\n', 'a\nx\nc\nd\ne\n')).toEqual([' a', '-b', '+x', ' c', ' d', '+e'])
  })

  it('shows a new and a deleted file', () => {
    expect(shown('', 'a\nb\n')).toEqual(['+a', '+b'])
    expect(shown('a\n', '')).toEqual(['-a'])
    expect(shown('same\n', 'same\n')).toEqual([' same'])
  })

  it('falls back to removed and added blocks for large inputs', () => {
    const lines = (word: string): string =>
      Array.from({ length: 700 }, (_, index) => `${word}${index}`).join('\n')
    const diff = diffLines(lines('a'), lines('b'))
    expect(diff.length).toBe(1400)
    expect(diff[700]).toEqual({ kind: 'added', text: 'b0' })
  })
})

describe('withoutFar', () => {
  it('replaces lines far from a change by their count', () => {
    const diff = diffLines('1\n2\n3\n4\n5\n6\n7\n', '1\n2\n3\nx\n5\n6\n7\n')
    expect(withoutFar(diff, 1)).toEqual([
      { skipped: 2 },
      { kind: 'same', text: '3' },
      { kind: 'removed', text: '4' },
      { kind: 'added', text: 'x' },
      { kind: 'same', text: '5' },
      { skipped: 2 },
    ])
  })
})

it('parses a patch whose lines hold any text', () => {
  const patch =
    '--- a/x\n+++ b/x\n@@ -1,3 +1,2 @@\n same\n--- old\n-\n+++ new\n@@ -9 +8 @@\n-a\n+b\n\\ No newline at end of file\n'
  expect(patchLines(patch)).toEqual([
    { kind: 'note', text: '--- a/x' },
    { kind: 'note', text: '+++ b/x' },
    { kind: 'note', text: '@@ -1,3 +1,2 @@' },
    { kind: 'same', text: 'same' },
    { kind: 'removed', text: '-- old' },
    { kind: 'removed', text: '' },
    { kind: 'added', text: '++ new' },
    { kind: 'note', text: '@@ -9 +8 @@' },
    { kind: 'removed', text: 'a' },
    { kind: 'added', text: 'b' },
    { kind: 'note', text: '\\ No newline at end of file' },
  ])
})
