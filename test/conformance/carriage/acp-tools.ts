import { meta } from './acp-content.ts'
import { shape, type Shape, type Variant } from './shape.ts'

export const toolKinds = [
  'read',
  'edit',
  'delete',
  'move',
  'search',
  'execute',
  'think',
  'fetch',
  'switch_mode',
  'other',
]

export const location = shape('ToolCallLocation', { rows: { path: 'path', line: 'line', ...meta } })

/** Tool content without diffs, which differ between the versions. */
export function toolContent(content: Shape, ...others: Variant[]): Shape {
  return shape(
    'ToolCallContent',
    {
      when: { type: 'content' },
      set: { type: 'content' },
      rows: { content: { to: 'content', as: content }, ...meta },
    },
    { when: { type: 'terminal' }, set: { type: 'terminal' }, rows: { terminalId: 'terminalId', ...meta } },
    ...others,
  )
}

const cancel = shape('cancel capability', { rows: meta })

export const controls = shape('capabilities', {
  rows: { cancel: { to: 'cancel', as: cancel }, ...meta },
})

export const permissionOption = shape('PermissionOption', {
  rows: {
    optionId: 'optionId',
    name: 'name',
    kind: { to: 'kind', words: ['allow_once', 'allow_always', 'reject_once', 'reject_always'] },
    ...meta,
  },
})
