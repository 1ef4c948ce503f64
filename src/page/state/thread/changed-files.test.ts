import { expect, it } from 'vitest'
import type { Diff, FileChange } from '../../../events/tools/diff.ts'
import { changedFiles } from './changed-files.ts'
import type { ToolEntry } from './thread-entry.ts'

const call = (content: ToolEntry['content'], fields: Partial<ToolEntry> = {}): ToolEntry => ({
  kind: 'tool',
  id: 'c',
  name: 'edit',
  input: '{}',
  status: 'completed',
  isError: false,
  content,
  ...fields,
})
const diff = (...changes: FileChange[]): Diff => ({ type: 'diff', changes })

it('joins changes of a file that continue each other', () => {
  expect(
    changedFiles([
      call([diff({ operation: 'modify', path: '/w/a', oldText: '1', newText: '2' })]),
      call([diff({ operation: 'add', path: '/w/b', newText: 'x' })]),
      call([diff({ operation: 'modify', path: '/w/a', oldText: '2', newText: '3' })]),
      call([diff({ operation: 'modify', path: '/w/b', oldText: 'x', newText: 'y' })]),
    ]),
  ).toEqual([
    { path: '/w/a', diffs: [diff({ operation: 'modify', path: '/w/a', oldText: '1', newText: '3' })] },
    { path: '/w/b', diffs: [diff({ operation: 'add', path: '/w/b', newText: 'y' })] },
  ])
})

it('keeps excerpts of a file apart', () => {
  const first = diff({ operation: 'modify', path: '/w/a', oldText: 'top', newText: 'TOP' })
  const second = diff({ operation: 'modify', path: '/w/a', oldText: 'end', newText: 'END' })
  expect(changedFiles([call([first]), call([second])])).toEqual([{ path: '/w/a', diffs: [first, second] }])
})

it('omits unchanged files and calls without changes', () => {
  const change = diff({ operation: 'modify', path: '/w/a', oldText: '1', newText: '2' })
  expect(
    changedFiles([
      call([change], { status: 'failed' }),
      call([change], { isRefused: true }),
      call([change], { status: 'pending' }),
      call([diff({ operation: 'modify', path: '/w/b', oldText: '1', newText: '2' })]),
      call([diff({ operation: 'modify', path: '/w/b', oldText: '2', newText: '1' })]),
      call([diff({ operation: 'add', path: '/w/c', newText: 'x' })]),
      call([diff({ operation: 'delete', path: '/w/c', oldText: 'x' })]),
    ]),
  ).toEqual([])
})

it('follows a moved file', () => {
  expect(
    changedFiles([
      call([diff({ operation: 'modify', path: '/w/a', oldText: '1', newText: '2' })]),
      call([diff({ operation: 'move', path: '/w/b', oldPath: '/w/a', oldText: '2', newText: '2' })]),
    ]),
  ).toEqual([
    {
      path: '/w/b',
      diffs: [diff({ operation: 'move', path: '/w/b', oldPath: '/w/a', oldText: '1', newText: '2' })],
    },
  ])
})

it('splits a patch of several files', () => {
  const parts = ['a', 'b'].map((name) => `diff --git a/${name} b/${name}\n@@ -1 +1 @@\n-1\n+2\n`)
  const text = parts.join('')
  const changes = ['/w/a', '/w/b'].map((path) => ({ operation: 'modify' as const, path }))
  expect(
    changedFiles([call([{ type: 'diff', changes, patch: { format: 'git-patch', text } }])]).map(({ diffs }) =>
      diffs.map(({ patch }) => patch?.text),
    ),
  ).toEqual([[parts[0]], [parts[1]]])
})
