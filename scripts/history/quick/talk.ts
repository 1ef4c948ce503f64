import {
  no,
  notApplicable,
  hello,
  isAdvertised,
  open,
  type QuickCheck,
  turnRequest,
  yes,
  failureOf,
} from './lab.ts'
import { newWord } from './lab-session.ts'

/** The answer of the first turn arrived in pieces. */
export const streamed: QuickCheck = async ({ first }) => {
  const pieces = first.turn.events.filter(
    (event) => event.type === 'text.delta' && event.role !== 'user' && event.text.trim() !== '',
  ).length
  return pieces > 1 ? yes() : no(`the answer came in ${pieces} piece`)
}

export const commands: QuickCheck = async ({ first }) => {
  const { commands: listed = [] } = first.session.session.state
  return listed.length > 0 ? yes(`${listed.length}`) : no('the session lists no commands')
}

export const thinking: QuickCheck = async ({ first }) => {
  const prompt = `[[think: I think about ${newWord()} and how ropes are wound]] [[text: That was a good thought]]`
  const turn = await first.session.turn(prompt)
  const failure = failureOf(turn)
  if (failure !== undefined) return no(failure)
  return turn.events.some(({ type }) => type === 'thinking.delta') ? yes() : no('no thinking arrived')
}

/** The answer reports 100 input and 20 output tokens. */
export const usage: QuickCheck = async ({ first }) => {
  const { end, events, ...turn } = await first.session.turn(`[[usage: 100 20]] [[text: Hello ${newWord()}]]`)
  const failure = failureOf({ events, ...turn, ...(end === undefined ? {} : { end }) })
  if (failure !== undefined) return no(failure)
  const updates = events.flatMap((event) => (event.type === 'usage.updated' ? [event] : []))
  const tokens = end?.tokens ?? updates.findLast((event) => event.tokens !== undefined)?.tokens
  const cost = updates.findLast((event) => event.cost)?.cost
  const reported = [
    ...(tokens === undefined ? [] : [`tokens: ${tokens.input ?? '?'} in, ${tokens.output ?? '?'} out`]),
    ...(cost ? ['cost'] : []),
  ]
  if (reported.length > 0) return yes(reported.join('; '))
  const fill = updates.some((event) => event.context !== undefined)
  return no(fill ? 'only the fill level of the context window' : 'neither tokens nor cost')
}

/** One red pixel as PNG. */
const picture = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC'
const pictureAtProvider = /"type":"(image|input_image|image_url)"|"inlineData"/

export const image: QuickCheck = async (lab) => {
  const id = 'prompt.image'
  if (!isAdvertised(lab.agent.connection, id)) return no(`${id} is not advertised`)
  const { session } = lab.first
  const turn = await session.turn([
    { type: 'text', text: `Look at this ${newWord()} [[text: I see an image]]` },
    { type: 'image', data: picture, mimeType: 'image/png' },
  ])
  const failure = failureOf(turn)
  if (failure !== undefined) return no(failure)
  const request = turnRequest(turn.requests)
  return pictureAtProvider.test(JSON.stringify(request?.body))
    ? yes()
    : no('the image did not reach the model')
}

export const embedded: QuickCheck = async (lab) => {
  const id = 'prompt.embedded-context'
  if (!isAdvertised(lab.agent.connection, id)) return no(`${id} is not advertised`)
  const { session } = lab.first
  const word = newWord()
  const turn = await session.turn([
    {
      type: 'resource',
      resource: {
        uri: `file://${session.folder}/notes.txt`,
        mimeType: 'text/plain',
        text: `It says ${word}`,
      },
    },
    { type: 'text', text: 'Read this [[text: It is read]]' },
  ])
  const failure = failureOf(turn)
  if (failure !== undefined) return no(failure)
  return JSON.stringify(turn.requests.map(({ body }) => body)).includes(word)
    ? yes()
    : no('the embedded text did not reach the model')
}

export const authError: QuickCheck = async (lab) => {
  const session = await open(lab)
  const turn = await session.turn('Say hello [[error: 401 The key is not known here]]')
  const failure = failureOf(turn)
  if (failure !== undefined) return yes(failure)
  if (turn.requests.length === 0) return notApplicable('no request reached the provider')
  return no(turn.text.trim() === '' ? 'the turn ended without an error' : 'reported only as text')
}

/** A session with one turn, which the next process resumes. */
export const stored: (lab: Parameters<QuickCheck>[0]) => Promise<void> = async (lab) => {
  const session = await open(lab)
  const { prompt, word } = hello()
  await session.turn(prompt)
  lab.stored = { session, word }
}
