import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Check } from '../context.ts'
import { failed, notAdvertised, passed } from '../outcome.ts'
import { resultOf } from '../turn.ts'

/** One red pixel as PNG. */
const picture = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC'

/** The agent answers a prompt with an image. */
export const image: Check = async ({ folder, turn, handshake }) => {
  const id = 'prompt.image'
  if (handshake.profile.facts[id]?.support !== 'supported') return notAdvertised(id)
  const path = join(folder, 'picture.png')
  await writeFile(path, Buffer.from(picture, 'base64'))
  const done = await turn({ attachments: [{ path, kind: 'image' }] })
  if (done.error !== undefined) {
    return failed(`the agent advertises images but rejected one: ${done.error.message}`, {
      id,
      support: 'unsupported',
    })
  }
  return resultOf(done).text.trim() === ''
    ? failed('a prompt with an image was not answered')
    : passed('a prompt with an image was answered', { id, support: 'supported' })
}
