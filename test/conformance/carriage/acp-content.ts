import { shape, type Row, type Shape, type Variant } from './shape.ts'

export type Rows = Readonly<Record<string, Row>>

/** Vendor data, which every object of the protocol can have. */
export const meta: Rows = { _meta: 'meta' }

/** Vendor data that `null` removes. */
export const metaPatch: Rows = { _meta: { to: 'meta', clears: true } }

const annotations = shape('Annotations', {
  rows: {
    audience: { to: 'audience', words: ['assistant', 'user'] },
    lastModified: 'lastModified',
    priority: 'priority',
    ...meta,
  },
})

const annotated: Rows = { annotations: { to: 'annotations', as: annotations }, ...meta }

const resource = shape(
  'EmbeddedResourceResource',
  { has: ['text'], rows: { uri: 'uri', text: 'text', mimeType: 'mimeType', ...meta } },
  { has: ['blob'], rows: { uri: 'uri', blob: 'blob', mimeType: 'mimeType', ...meta } },
)

/** The five forms of content; `linkRows` are the fields of a link that only one version has. */
export function contentVariants(linkRows: Rows = {}): Variant[] {
  return [
    { when: { type: 'text' }, set: { type: 'text' }, rows: { text: 'text', ...annotated } },
    {
      when: { type: 'image' },
      set: { type: 'image' },
      rows: { data: 'data', mimeType: 'mimeType', uri: 'uri', ...annotated },
    },
    {
      when: { type: 'audio' },
      set: { type: 'audio' },
      rows: { data: 'data', mimeType: 'mimeType', ...annotated },
    },
    {
      when: { type: 'resource_link' },
      set: { type: 'resource-link' },
      rows: {
        name: 'name',
        uri: 'uri',
        title: 'title',
        description: 'description',
        mimeType: 'mimeType',
        size: 'size',
        ...linkRows,
        ...annotated,
      },
    },
    {
      when: { type: 'resource' },
      set: { type: 'resource' },
      rows: { resource: { to: 'resource', as: resource }, ...annotated },
    },
  ]
}

const chunkSides = {
  user: {
    text: { type: 'text.delta', role: 'user' },
    block: { type: 'content.delta', role: 'user' },
    lacks: [],
  },
  agent: { text: { type: 'text.delta' }, block: { type: 'content.delta' }, lacks: ['role', 'thinking'] },
  thinking: {
    text: { type: 'thinking.delta' },
    block: { type: 'content.delta', thinking: true },
    lacks: [],
  },
}

/** Chunks of one kind: text becomes a text delta, all other content keeps its block. */
export function chunkVariants(kind: string, content: Shape, side: keyof typeof chunkSides): Variant[] {
  const { text, block, lacks } = chunkSides[side]
  const rows: Rows = { messageId: 'messageId', ...meta }
  return [
    {
      when: { sessionUpdate: kind, 'content.type': 'text' },
      set: text,
      lacks,
      rows: {
        'content.text': 'text',
        'content.annotations': { to: 'annotations', as: annotations },
        'content._meta': 'contentMeta',
        ...rows,
      },
    },
    {
      when: { sessionUpdate: kind },
      set: block,
      lacks,
      rows: { content: { to: 'content', as: content }, ...rows },
    },
  ]
}
