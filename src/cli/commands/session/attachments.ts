import type { MessageAttachment } from '../../../sessions/messages/message.ts'
import { UsageError } from '../../usage-error.ts'

const images: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
}

/** The size limit of a message with its attachments. */
const mostBytes = 8 * 1024 * 1024

/** Reads the attachments of a message: images as they are, other files as text. @throws UsageError that names the file. */
export async function readAttachments(
  paths: readonly string[] | undefined,
): Promise<{ attachments?: MessageAttachment[] }> {
  if (paths === undefined) return {}
  const [{ readFile }, path, { isUtf8 }] = await Promise.all([
    import('node:fs/promises'),
    import('node:path'),
    import('node:buffer'),
  ])
  const attachments: MessageAttachment[] = []
  for (const file of paths) {
    const label = path.basename(file)
    const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
      throw new UsageError(`--attach ${file} cannot be read: ${error.code ?? error.message}`)
    })
    if (bytes.length > mostBytes) {
      throw new UsageError(
        `--attach ${file} is too large: ${bytes.length} bytes`,
        'Keep a message with its attachments below 8 MiB.',
      )
    }
    const mimeType = images[path.extname(file).toLowerCase()]
    if (mimeType !== undefined)
      attachments.push({ type: 'image', mimeType, data: bytes.toString('base64'), label })
    else if (isUtf8(bytes)) attachments.push({ type: 'text', text: bytes.toString('utf8'), label })
    else throw new UsageError(`--attach ${file} is neither an image nor text`)
  }
  return { attachments }
}
