import { basename, extname } from 'node:path'
import { pathToFileURL } from 'node:url'
import { filePromises } from '../../core/file-promises.ts'
import { ValidationError } from '../../core/validation-error.ts'
import type { BlobResource, ContentBlock, TextResource } from '../../events/content.ts'
import type { Attachment, InlineAttachment } from '../api/options.ts'

/** The image formats that agents accept. */
const imageTypes: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
}

/** The content of a prompt: its attachments, then its text. */
export async function promptContent(
  prompt: string,
  attachments: readonly Attachment[],
  { embeds }: { embeds: boolean },
): Promise<ContentBlock[]> {
  const files = await Promise.all(
    attachments.map(async (attachment) => {
      if (attachment.path === undefined) return inlineBlock(attachment, embeds)
      const { kind, path } = attachment
      return kind === 'image' ? await imageBlock(path) : await fileBlock(path, embeds)
    }),
  )
  return [...files, { type: 'text', text: prompt }]
}

async function imageBlock(path: string): Promise<ContentBlock> {
  const mimeType = imageTypes[extname(path).toLowerCase()]
  if (mimeType === undefined) {
    throw attachmentError(path, `is not a supported image; use ${Object.keys(imageTypes).join(', ')}`)
  }
  const data = await readAttachment(path)
  return { type: 'image', data: data.toString('base64'), mimeType }
}

/** Embeds a file if the agent accepts embedded context, otherwise links it. */
async function fileBlock(path: string, embeds: boolean): Promise<ContentBlock> {
  const uri = pathToFileURL(path).href
  const data = await readAttachment(path)
  if (!embeds) return { type: 'resource-link', name: basename(path), uri, size: data.length }
  return { type: 'resource', resource: resourceOf(uri, data) }
}

/** Inline content has no path to link, so the agent must accept embedded context. */
function inlineBlock(
  { kind, data, mimeType, name = 'attachment' }: InlineAttachment,
  embeds: boolean,
): ContentBlock {
  if (kind !== 'file') return { type: kind, data, mimeType }
  if (!embeds) throw attachmentError(name, 'cannot be sent: the agent does not accept embedded context')
  const uri = `attachment:///${encodeURIComponent(name)}`
  return { type: 'resource', resource: { ...resourceOf(uri, Buffer.from(data, 'base64')), mimeType } }
}

function resourceOf(uri: string, data: Buffer): TextResource | BlobResource {
  const text = data.toString('utf8')
  const isText = !text.includes('\u0000') && Buffer.from(text).equals(data)
  return isText ? { uri, text } : { uri, blob: data.toString('base64') }
}

async function readAttachment(path: string): Promise<Buffer> {
  try {
    return await filePromises().readFile(path)
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    throw attachmentError(path, code === 'ENOENT' ? 'does not exist' : 'cannot be read', cause)
  }
}

function attachmentError(path: string, message: string, cause?: unknown): ValidationError {
  return new ValidationError(`The attachment ${path} ${message}`, [{ path: ['attachments'], message }], {
    cause,
  })
}
