import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { supportOf } from '../../../capabilities/profile.ts'
import type { Check } from '../context.ts'
import { failed, passed, skipped, notAdvertised } from '../outcome.ts'
import { ofType, resultOf } from '../turn.ts'

/** A turn produces text and ends with one `finish` event. */
export const text: Check = async ({ turn }) => {
  const done = await turn()
  const { text: said, stopReason } = resultOf(done)
  const pieces = ofType(done.events, 'text.delta').length
  const ends = ofType(done.events, 'finish').length
  if (said.trim() === '') return failed(`the turn ended with ${stopReason} and no text`)
  if (stopReason !== 'end-turn') return failed(`the turn ended with ${stopReason}`)
  if (ends !== 1 || done.events.at(-1)?.type !== 'finish') return failed('finish is not the last event')
  return passed(`${said.length} characters in ${pieces} pieces`, {
    id: 'output.text-streaming',
    support: pieces > 1 ? 'supported' : 'unsupported',
    detail: `${pieces} pieces`,
  })
}

/** The agent streams its thinking when the prompt triggers any. */
export const thinking: Check = async ({ client, agent, turn, isSure }) => {
  const done = await turn()
  resultOf(done)
  const pieces = ofType(done.events, 'thinking.delta').length
  if (pieces > 0) {
    return passed(`${pieces} pieces of thinking`, { id: 'thinking.streaming', support: 'supported' })
  }
  const observed = { id: 'thinking.streaming', support: 'unsupported' } as const
  if (supportOf(await client.profile(agent, { transport: 'acp' }), 'thinking.streaming') === 'unsupported') {
    return skipped('no thinking arrived, as the definition of the agent says', observed)
  }
  return isSure
    ? failed('no thinking arrived', observed)
    : skipped('no thinking arrived; the prompt may not have triggered any')
}

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
