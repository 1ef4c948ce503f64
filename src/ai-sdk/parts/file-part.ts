import type { FilePart } from '../call-options.ts'

/** The content of a file in a prompt. */
export interface PromptFile {
  kind: 'image' | 'audio' | 'text' | 'file'
  /** Base64 of the bytes. */
  data: string
  mimeType: string
  name?: string
}

/** Reads a V3 or V4 file; undefined if it has no bytes, for example a remote URL. */
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

/** V3 passes bytes, base64 or a URL; V4 wraps the same in an object with a `type`. */
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
    // Invalid percent-encoding.
    return undefined
  }
}

/** False for partial media types such as `image` or `image/*`. */
function isWhole(mediaType: string): boolean {
  return /^[^/]+\/[^*]+$/.test(mediaType)
}

/** The first bytes of image formats that agents accept, in base64. */
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
