import type { DialogImage } from '../../agents/command-line/dialog.ts'
import type { Attachment } from '../api/options.ts'
import { needsAcpError } from '../api/run-errors.ts'
import { promptContent } from './prompt-content.ts'

/** The images of a message. @throws CapstanError `TRANSPORT_UNAVAILABLE` for other attachments */
export async function imagesOf(attachments: readonly Attachment[], agent: string): Promise<DialogImage[]> {
  const content = await promptContent('', attachments, { embeds: false })
  return content.flatMap((block) => {
    if (block.type === 'image' && block.data !== undefined) {
      return [{ data: block.data, mimeType: block.mimeType }]
    }
    if (block.type === 'text') return []
    const message = `${agent} accepts only image attachments on its command line`
    throw needsAcpError(message, ', or name the file in the prompt')
  })
}
