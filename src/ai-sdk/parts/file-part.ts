import type { FilePart } from '../call-options.ts'

/** A file of a prompt, read. */
export interface PromptFile {
  kind: 'image' | 'audio' | 'text' | 'file'
  /** Base64 of the bytes. */
  data: string
  mimeType: string
  name?: string
}

/** Reads a file of either generation; undefined where its bytes are not at hand, as behind an address. */
export function readFilePart({ data, mediaType, filename }: FilePart): PromptFile | undefined {
  const content = contentOf(data)
  if (content === undefined) return undefined
  const mimeType = isWhole(mediaType)
    ? mediaType
    : (content.mimeType ?? imageTypeOf(content.data) ?? mediaType)
  return {
    kind: kindOf(mimeType),
    data: content.data,
    mimeType,
    ...(filename === undefined ? {} : { name: filename }),
  }
}

interface Content {
  data: string
  mimeType?: string
}

/** V3 gives bytes, base64 or an address; V4 puts the same into an object that names which it is. */
function contentOf(data: unknown): Content | undefined {
  if (data instanceof Uint8Array) return { data: Buffer.from(data).toString('base64') }
  if (data instanceof URL) return dataUrlContent(data.href)
  if (typeof data === 'string') {
    return /^(?:data|https?|file|blob):/i.test(data) ? dataUrlContent(data) : { data }
  }
  if (typeof data !== 'object' || data === null || !('type' in data)) return undefined
  if (data.type === 'data' && 'data' in data) return contentOf(data.data)
  if (data.type === 'url' && 'url' in data) return contentOf(data.url)
  if (data.type === 'text' && 'text' in data && typeof data.text === 'string') {
    return { data: Buffer.from(data.text).toString('base64') }
  }
  return undefined
}

function dataUrlContent(address: string): Content | undefined {
  const found = /^data:([^;,]*)(?:;[^;,]+)*?(;base64)?,(.*)$/is.exec(address)
  if (found === null) return undefined
  const [, mimeType = '', base64, data = ''] = found
  try {
    const bytes = Buffer.from(decodeURIComponent(data), base64 === undefined ? 'utf8' : 'base64')
    return { data: bytes.toString('base64'), ...(mimeType === '' ? {} : { mimeType }) }
  } catch {
    // It is not encoded as an address has to be.
    return undefined
  }
}

/** `image`, `image/*` and the like say only half of it. */
function isWhole(mediaType: string): boolean {
  return /^[^/]+\/[^*]+$/.test(mediaType)
}

/** How the formats begin that agents take, in base64. */
const imageBeginnings = [
  ['iVBORw0KGgo', 'image/png'],
  ['/9j/', 'image/jpeg'],
  ['R0lGOD', 'image/gif'],
  ['UklGR', 'image/webp'],
] as const

function imageTypeOf(data: string): string | undefined {
  return imageBeginnings.find(([beginning]) => data.startsWith(beginning))?.[1]
}

const textTypes = /^(?:text\/|application\/(?:[\w.+-]*\+)?(?:json|xml|yaml|javascript|typescript|toml)\b)/i

function kindOf(mimeType: string): PromptFile['kind'] {
  if (/^image\b/i.test(mimeType)) return 'image'
  if (/^audio\b/i.test(mimeType)) return 'audio'
  return textTypes.test(mimeType) ? 'text' : 'file'
}
