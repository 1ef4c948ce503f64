import { expect, test } from 'vitest'
import { shownBlocks, toolLook, type ToolTable } from './tool-display.ts'

const table: ToolTable = {
  run: { kind: 'execute', title: 'command' },
  change: { kind: 'edit', path: 'file', verb: 'Edit', oldText: 'old', newText: 'new', changes: 'all' },
}
const look = (tool: string, input: unknown) => toolLook(table, tool, { input, cwd: '/workspace' })

test('describes a call by its table entry', () => {
  expect(look('run', { command: 'ls' })).toEqual({ title: 'ls', kind: 'execute' })
  expect(look('change', { file: 'a/b.txt', all: [{ old: 'x', new: 'y' }, { new: 'z' }, 7] })).toEqual({
    title: 'Edit a/b.txt',
    kind: 'edit',
    locations: [{ path: '/workspace/a/b.txt' }],
    content: [
      {
        type: 'diff',
        changes: [{ operation: 'modify', path: '/workspace/a/b.txt', oldText: 'x', newText: 'y' }],
      },
      { type: 'diff', changes: [{ operation: 'add', path: '/workspace/a/b.txt', newText: 'z' }] },
    ],
  })
  expect(look('change', { file: '/elsewhere/b.txt', old: 1 })).toEqual({
    title: 'Edit /elsewhere/b.txt',
    kind: 'edit',
    locations: [{ path: '/elsewhere/b.txt' }],
  })
})

test('shows the name of an unknown tool, or for unknown input', () => {
  expect(look('constructor', {})).toEqual({ title: 'constructor', kind: 'other' })
  expect(look('run', null)).toEqual({ title: 'run', kind: 'execute' })
  expect(look('change', { file: 3 })).toEqual({ title: 'change', kind: 'edit' })
})

test('shows text, images and unknown blocks of a result', () => {
  expect(
    shownBlocks([
      { type: 'text', text: 'a' },
      { type: 'image', data: 'AA==', mimeType: 'image/png' },
      { type: 'hologram', depth: 3 },
    ]),
  ).toEqual([
    { type: 'content', content: { type: 'text', text: 'a' } },
    { type: 'content', content: { type: 'image', data: 'AA==', mimeType: 'image/png' } },
    { type: 'unknown', originalType: 'hologram', data: { depth: 3 } },
  ])
  expect(shownBlocks('none')).toEqual([])
})
