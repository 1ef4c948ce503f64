import type {
  Annotations,
  BlobResource,
  ContentBlock,
  Extensible,
  Icon,
  ResourceContent,
  TextResource,
  UnknownPart,
} from '../../events/index.ts'
import {
  amount,
  fieldsOf,
  integer,
  listOf,
  MalformedError,
  optional,
  put,
  putMeta,
  text,
  unknownPart,
  type Fields,
  type Reading,
} from './reading.ts'

/** Reads one content block; an unknown type is kept unchanged. */
export function readContent(value: unknown, reading: Reading): ContentBlock {
  const from = fieldsOf(value)
  const block = blockOf(from, reading)
  if (block.type === 'unknown') return block
  put(block, 'annotations', optional(from.annotations, readAnnotations, reading))
  putMeta(block, from, reading)
  return block
}

export const readContentList = listOf(readContent)

function blockOf(from: Fields, reading: Reading): ContentBlock {
  switch (from.type) {
    case 'text':
      return { type: 'text', text: text(from.text) }
    case 'image': {
      const block: ContentBlock = { type: 'image', data: text(from.data), mimeType: text(from.mimeType) }
      put(block, 'uri', optional(from.uri, text, reading))
      return block
    }
    case 'audio':
      return { type: 'audio', data: text(from.data), mimeType: text(from.mimeType) }
    case 'resource_link':
      return linkOf(from, reading)
    case 'resource':
      return { type: 'resource', resource: readResource(from.resource, reading) }
    default:
      return unknownPart(from)
  }
}

function linkOf(from: Fields, reading: Reading): ContentBlock {
  const block: ContentBlock = { type: 'resource-link', name: text(from.name), uri: text(from.uri) }
  put(block, 'title', optional(from.title, text, reading))
  put(block, 'description', optional(from.description, text, reading))
  put(block, 'mimeType', optional(from.mimeType, text, reading))
  put(block, 'size', optional(from.size, integer, reading))
  put(block, 'icons', optional(from.icons, readIcons, reading))
  return block
}

function readResource(value: unknown, reading: Reading): ResourceContent['resource'] {
  const from = fieldsOf(value)
  const resource = resourceOf(from)
  put(resource, 'mimeType', optional(from.mimeType, text, reading))
  putMeta(resource, from, reading)
  return resource
}

function resourceOf(from: Fields): TextResource | BlobResource {
  const uri = text(from.uri)
  if (typeof from.text === 'string') return { uri, text: from.text }
  if (typeof from.blob === 'string') return { uri, blob: from.blob }
  throw new MalformedError('a resource without contents')
}

const readIcons = listOf((value, reading): Icon => {
  const from = fieldsOf(value)
  const icon: Icon = { src: text(from.src) }
  put(icon, 'mimeType', optional(from.mimeType, text, reading))
  put(icon, 'sizes', optional(from.sizes, listOf(text), reading))
  put(icon, 'theme', optional(from.theme, text, reading))
  putMeta(icon, from, reading)
  return icon
})

/** Reads the annotations of content. */
export function readAnnotations(value: unknown, reading: Reading): Annotations {
  const from = fieldsOf(value)
  const annotations: Annotations = {}
  put(annotations, 'audience', optional(from.audience, listOf(text), reading))
  put(annotations, 'lastModified', optional(from.lastModified, text, reading))
  put(annotations, 'priority', optional(from.priority, amount, reading))
  putMeta(annotations, from, reading)
  return annotations
}

/** Writes a content block for a prompt. Both versions use the same shape; only version 2 has icons of a link. */
export function contentToAcp(block: ContentBlock): unknown {
  switch (block.type) {
    case 'unknown':
      return { ...block.data, type: block.originalType }
    case 'resource-link': {
      const icons = block.icons && { icons: block.icons.map(withMeta) }
      return { ...withAnnotations(block), ...icons, type: 'resource_link' }
    }
    case 'resource':
      return { ...withAnnotations(block), resource: withMeta(block.resource) }
    case 'text':
    case 'image':
    case 'audio':
      return withAnnotations(block)
  }
}

function withAnnotations(block: Exclude<ContentBlock, UnknownPart>): object {
  const annotations = block.annotations && { annotations: withMeta(block.annotations) }
  return { ...withMeta(block), ...annotations }
}

function withMeta({ meta, ...fields }: Extensible): object {
  return meta ? { ...fields, _meta: meta } : fields
}
