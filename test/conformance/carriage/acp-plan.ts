import { meta } from './acp-content.ts'
import { shape, type Shape, type Variant } from './shape.ts'

export function planEntry(statuses: readonly string[]): Shape {
  return shape('PlanEntry', {
    rows: {
      content: 'content',
      priority: { to: 'priority', words: ['high', 'medium', 'low'] },
      status: { to: 'status', words: statuses },
      ...meta,
    },
  })
}

/** A plan in its forms; `others` are the forms that only one version has. */
export function planContent(entry: Shape, ...others: Variant[]): Shape {
  return shape(
    'PlanUpdateContent',
    {
      when: { type: 'items' },
      set: { type: 'items' },
      rows: { planId: 'planId', entries: { to: 'entries', as: entry }, ...meta },
    },
    { when: { type: 'file' }, set: { type: 'file' }, rows: { planId: 'planId', uri: 'uri', ...meta } },
    {
      when: { type: 'markdown' },
      set: { type: 'markdown' },
      rows: { planId: 'planId', content: 'content', ...meta },
    },
    ...others,
  )
}
