import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ContentBlock } from '../../../events/content.ts'
import { openAcpSession } from '../acp-session.ts'
import { advertisedCheck, withoutProvider } from '../check.ts'
import type { CheckContext } from '../context.ts'
import { type CheckOutcome, refuted, verified } from '../outcome.ts'
import { bodyText } from '../provider-requests.ts'
import { resultOf } from '../turn.ts'

/** An image in a request of any API. */
export const imagePart = /"type":"(image|input_image|image_url)"|"inlineData"/

/** One red pixel as PNG. */
const picture = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC'

/** Writes a picture for a prompt and returns its path. */
export async function writePicture(folder: string): Promise<string> {
  const path = join(folder, 'picture.png')
  await writeFile(path, Buffer.from(picture, 'base64'))
  return path
}

/** The agent passes an image of the prompt to the model. */
export const image = advertisedCheck({
  title: 'a prompt with an image is answered',
  expected: 'the image in the request to the model',
  capability: 'prompt.image',
  sim: 'say that an image came',
  marks: 'Look at this {mark} [[text: I see an image]]',
  run: async ({ folder, turn, requests }) => {
    const id = 'prompt.image'
    const path = await writePicture(folder)
    const done = await turn({ attachments: [{ path, kind: 'image' }] })
    if (done.error !== undefined) {
      return refuted(`the agent advertises images but rejected one: ${done.error.message}`, {
        id,
        support: 'unsupported',
      })
    }
    if (resultOf(done).text.trim() === '') return refuted('a prompt with an image was not answered')
    const sent = requests()
    if (sent !== undefined && !sent.some((request) => imagePart.test(bodyText(request)))) {
      return refuted('the prompt was answered, but no image reached the model', {
        id,
        support: 'unsupported',
      })
    }
    return verified(
      `a prompt with an image was answered${sent === undefined ? '' : '; the image reached the model'}`,
      { id, support: 'supported' },
    )
  },
})

/** A tenth of a second of silence as WAV, 8 bits, 8000 samples a second. */
function silence(): string {
  const header = Buffer.from(
    '524946460000000057415645666d74201000000001000100401f0000401f00000100080064617461',
    'hex',
  )
  const samples = Buffer.alloc(800, 0x80)
  const size = Buffer.alloc(4)
  size.writeUInt32LE(samples.length)
  header.writeUInt32LE(36 + samples.length, 4)
  return Buffer.concat([header, size, samples]).toString('base64')
}

/** Sends a prompt with one more block, and looks for a text in the request to the model. */
async function promptWith(
  context: CheckContext,
  { id, block, sought }: { id: string; block: ContentBlock; sought: string },
): Promise<CheckOutcome> {
  const { session } = await openAcpSession(context)
  await session.prompt([{ type: 'text', text: context.prompt }, block])
  const reached = context.reached(sought)
  if (reached === undefined) return withoutProvider
  return reached
    ? verified('it reached the model', { id, support: 'supported' })
    : refuted('the prompt was answered, but it did not reach the model', { id, support: 'unsupported' })
}

/** The text of a resource in the prompt reaches the model. */
export const embeddedResource = advertisedCheck({
  title: 'a prompt has the text of a resource inside',
  expected: 'the text in the request to the model',
  capability: 'prompt.embedded-context',
  sim: 'say that it came',
  marks: 'Read what is attached {mark} [[text: I have read it]]',
  run: async (context) => {
    const path = join(context.folder, 'attached.txt')
    const text = `The word is ${context.word}`
    // Editors embed files that exist, and some agents look for them.
    await writeFile(path, text)
    const resource = { uri: pathToFileURL(path).href, text, mimeType: 'text/plain' }
    const block = { type: 'resource', resource } as const
    return promptWith(context, { id: 'prompt.embedded-context', block, sought: context.word })
  },
})

/** Every agent has to accept a link to a resource. */
export const resourceLink = {
  title: 'a prompt has a link to a file',
  expected: 'the name or the content of the file in the request to the model',
  isRequired: true as const,
  sim: 'say that it came',
  marks: 'Look at the linked file {mark} [[text: I have seen it]]',
  run: async (context: CheckContext): Promise<CheckOutcome> => {
    const name = `linked-${context.word}.txt`
    const path = join(context.folder, name)
    await writeFile(path, `The content of ${context.word}\n`)
    const block = { type: 'resource-link', name, uri: pathToFileURL(path).href } as const
    return promptWith(context, { id: 'contract.resource-link', block, sought: context.word })
  },
}

/** Audio in the prompt reaches the model. */
export const audio = advertisedCheck({
  title: 'a prompt has audio',
  expected: 'the audio in the request to the model',
  capability: 'prompt.audio',
  sim: 'say that it came',
  marks: 'Listen to this {mark} [[text: I hear nothing]]',
  run: (context) => {
    const data = silence()
    const block = { type: 'audio', data, mimeType: 'audio/wav' } as const
    return promptWith(context, { id: 'prompt.audio', block, sought: data })
  },
})
