import { failureOf, hello, isAdvertised, no, open, type QuickCheck, turnRequest, yes } from './lab.ts'
import { textOf } from './lab-session.ts'

export const list: QuickCheck = async ({ agent: { connection }, first: { session } }) => {
  if (!isAdvertised(connection, 'session.list')) return no('session.list is not advertised')
  const { id } = session.session
  for (const query of [{ cwd: session.folder }, {}]) {
    for await (const { sessionId } of connection.streamAllSessions(query)) {
      if (sessionId === id) return yes('cwd' in query ? '' : 'only without a folder')
    }
  }
  return no('the open session is not listed')
}

export const fork: QuickCheck = async (lab) => {
  if (!isAdvertised(lab.agent.connection, 'session.fork')) return no('session.fork is not advertised')
  const { session: parent, word } = lab.first
  const forked = await open(lab, { how: 'fork', sessionId: parent.session.id, folder: parent.folder })
  if (forked.session.id === parent.session.id) return no('the fork has the id of its parent')
  const turn = await forked.turn(hello().prompt)
  if (failureOf(turn) !== undefined) return no(failureOf(turn) ?? '')
  return isIn(turnRequest(turn.requests)?.body, word) ? yes() : no('the model did not see the earlier text')
}

export const close: QuickCheck = async (lab) => {
  if (!isAdvertised(lab.agent.connection, 'session.close')) return no('session.close is not advertised')
  const session = await open(lab)
  await session.turn(hello().prompt)
  await session.session.close()
  const { error, end } = await session.turn(hello().prompt, { limitMs: 30_000 })
  return error !== undefined || end?.stopReason !== 'end-turn'
    ? yes()
    : no('accepts prompts after it was closed')
}

/** Some agents replay messages after their response. */
const replayMs = 5000

export const load: QuickCheck = async (lab) => {
  if (!isAdvertised(lab.agent.connection, 'session.load')) return no('session.load is not advertised')
  const { session: earlier, word } = lab.first
  const loaded = await open(lab, { how: 'load', sessionId: earlier.session.id, folder: earlier.folder })
  for (let waited = 0; waited < replayMs; waited += 100) {
    if (textOf(loaded.events).includes(word) || isIn(loaded.events, word)) return yes()
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return no('no message of the session was replayed')
}

export const resume: QuickCheck = async (lab) => {
  const { connection } = lab.agent
  const [canResume, canLoad] = ['session.resume', 'session.load'].map((id) => isAdvertised(connection, id))
  if (!canResume && !canLoad) return no('neither session.resume nor session.load is advertised')
  const earlier = lab.stored ?? lab.first
  const { session, word } = earlier
  const resumed = await open(lab, { how: 'resume', sessionId: session.session.id, folder: session.folder })
  const turn = await resumed.turn(hello().prompt)
  if (failureOf(turn) !== undefined) return no(failureOf(turn) ?? '')
  if (!isIn(turnRequest(turn.requests)?.body, word)) return no('the model did not see the earlier text')
  return yes(resumed.session.isReplayed ? 'by session/load' : 'by session/resume')
}

function isIn(data: unknown, word: string): boolean {
  return (JSON.stringify(data) ?? '').includes(word)
}
