import { contentVariants, meta, metaPatch } from './acp-content.ts'
import { controls, location, toolContent, toolKinds } from './acp-tools.ts'
import { shape, unknownPart, type Variant } from './shape.ts'

const icon = shape('Icon', {
  rows: {
    src: 'src',
    mimeType: 'mimeType',
    sizes: 'sizes',
    theme: { to: 'theme', words: ['light', 'dark'] },
    ...meta,
  },
})

export const content = shape(
  'ContentBlock',
  ...contentVariants({ icons: { to: 'icons', as: icon } }),
  unknownPart,
)

const changeRows = {
  fileType: { to: 'fileType', words: ['text', 'binary', 'directory', 'symlink'] },
  mimeType: 'mimeType',
  ...meta,
} as const

const change = (operation: string, rows: Variant['rows'] = {}): Variant => ({
  when: { operation },
  set: { operation },
  rows: { path: 'path', ...changeRows, ...rows },
})

const fileChange = shape(
  'DiffChange',
  change('add'),
  change('delete'),
  change('modify'),
  change('move', { oldPath: 'oldPath' }),
  change('copy', { oldPath: 'oldPath' }),
  {
    set: { operation: 'unknown' },
    rows: { operation: 'originalOperation', ...changeRows },
    rest: { to: 'data' },
  },
)

const patch = shape('DiffPatch', {
  rows: { format: { to: 'format', words: ['git_patch'] }, text: 'text', ...meta },
})

export const toolItem = toolContent(
  content,
  {
    when: { type: 'diff' },
    set: { type: 'diff' },
    rows: { changes: { to: 'changes', as: fileChange }, patch: { to: 'patch', as: patch }, ...meta },
  },
  unknownPart,
)

const toolStatuses = ['pending', 'in_progress', 'paused', 'completed', 'failed', 'cancelled']

export const toolCallRows = {
  toolCallId: 'toolCallId',
  name: { to: 'tool', clears: true },
  title: { to: 'title', clears: true },
  kind: { to: 'kind', words: toolKinds, clears: true },
  status: { to: 'status', words: toolStatuses, clears: true },
  content: { to: 'content', as: toolItem, clears: true },
  locations: { to: 'locations', as: location, clears: true },
  rawInput: { to: 'input', verbatim: true },
  rawOutput: { to: 'output', verbatim: true },
  capabilities: { to: 'controls', as: controls, clears: true },
  ...metaPatch,
} as const
