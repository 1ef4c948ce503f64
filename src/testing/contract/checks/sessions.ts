import { systemClock } from '../../../core/clock.ts'
import type { AgentEvent } from '../../../events/event.ts'
import type { RunSession } from '../../../run/session.ts'
import { advertisedCheck } from '../check.ts'
import type { CheckContext } from '../context.ts'
import { type CheckOutcome, refuted, verified } from '../outcome.ts'
import { bodyText } from '../provider-requests.ts'
import { mentions, readTurn, resultOf } from '../turn.ts'
import { within } from '../within.ts'

/** Some agents replay messages after the response to `session/load`; wait this long. */
const replayMs = 5000

/** Sets the prompts of the later turn apart from those of the first. */
const laterWords = 'And once more'

/** The first turn has a word that the later turn does not repeat. */
const hello = {
  sim: 'say hello {word}',
  marks: [
    'Say hello {mark}, the word is {word} [[text: Hello, it is good to see you here.]]',
    `${laterWords} {mark} [[text: Still here, and glad of it.]]`,
  ],
}

/** A session with one turn, whose agent process has ended. */
export async function earlierSession(context: CheckContext): Promise<{ id: string; answer: string }> {
  const session = await context.session()
  const answer = await say(context, session, 0)
  const { id } = session
  await session.close()
  if (context.pauseMs > 0) await systemClock.sleep(context.pauseMs, context.signal)
  return { id, answer }
}

async function say({ promptOf, signal }: CheckContext, session: RunSession, turn: number): Promise<string> {
  return resultOf(await readTurn(session.run(promptOf(turn), { signal }))).text
}

/** The outcome of a turn in a session of another process: the model must receive the turn before. */
async function laterTurn(
  context: CheckContext,
  session: RunSession,
  { id, what }: { id: string; what: string },
): Promise<CheckOutcome> {
  const answer = await say(context, session, 1)
  if (answer.trim() === '') return refuted(`${what}, but a turn in it produced no text`)
  const later = context.requests()?.filter(({ prompt = '' }) => prompt.includes(laterWords))
  const seen = { id, support: 'supported' } as const
  if (later === undefined) return verified(`${what}; what its model received is not known`, seen)
  if (later.length === 0) return refuted(`${what}, but a turn in it sent no request to the model`)
  return later.some((request) => bodyText(request).includes(context.word))
    ? verified(`${what}, and the model received the earlier turn`, seen)
    : refuted(`${what}, but the model did not receive the earlier turn`, { id, support: 'unsupported' })
}

/** The agent resumes an earlier session under its id. */
export const resume = advertisedCheck({
  title: 'another process resumes a session',
  expected: 'the same id, and the earlier turn in the request to the model',
  capability: 'session.resume',
  ...hello,
  run: async (context) => {
    const { id } = await earlierSession(context)
    const warnings: string[] = []
    const session = await context.session({ sessionId: id, onWarning: (warning) => warnings.push(warning) })
    // Capstan loads a session that the agent refuses to resume, although the agent advertises resuming.
    const refusal = warnings.find((warning) => warning.includes('session/resume'))
    if (session.id !== id) return refuted('the agent resumed the session under another id')
    const about = { id: 'session.resume', what: 'another process resumed the session' }
    const outcome = await laterTurn(context, session, about)
    return refusal === undefined || outcome.result !== 'verified'
      ? outcome
      : refuted(refusal, ...outcome.observed)
  },
})

/** The agent replays the messages of an earlier session. */
export const load = advertisedCheck({
  title: 'another process loads a session',
  expected: 'its messages as events, and the earlier turn in the request to the model',
  capability: 'session.load',
  ...hello,
  run: async (context) => {
    const { id, answer } = await earlierSession(context)
    const session = await context.session()
    const events: AgentEvent[] = []
    const said = [context.prompt, answer.trim()].filter((text) => text !== '')
    const replayed = Promise.withResolvers<true>()
    const unsubscribe = session.subscribe((event) => {
      events.push(event)
      if (said.some((text) => mentions(events, text))) replayed.resolve(true)
    })
    await session.loadSession(id)
    const isReplayed = await within(replayMs, replayed.promise)
    unsubscribe()
    return isReplayed
      ? laterTurn(context, session, { id: 'session.load', what: 'the messages of the session were replayed' })
      : refuted('no message of the session was replayed')
  },
})

/** The agent forks a session under a new id. */
export const fork = advertisedCheck({
  title: 'another process forks a session',
  expected: 'a new id, and the earlier turn in the request to the model',
  capability: 'session.fork',
  ...hello,
  run: async (context) => {
    const { id } = await earlierSession(context)
    const session = await context.session({ forkSessionId: id })
    if (session.id === id) return refuted('the fork has the id of its parent session')
    return laterTurn(context, session, { id: 'session.fork', what: 'the agent forked the session' })
  },
})

/** The agent lists an earlier session. */
export const list = advertisedCheck({
  title: 'another process lists the sessions of the workspace',
  expected: 'the earlier session in the list',
  capability: 'session.list',
  ...hello,
  run: async (context) => {
    const { id } = await earlierSession(context)
    return (await isListed(context, id))
      ? verified('the session is listed', { id: 'session.list', support: 'supported' })
      : refuted('an earlier session is not listed', { id: 'session.list', support: 'unsupported' })
  },
})

/** A closed session rejects prompts. */
export const close = advertisedCheck({
  title: 'a session is closed while the process runs on',
  expected: 'the closed session rejects a prompt',
  capability: 'session.close',
  ...hello,
  run: async (context) => {
    const connection = await context.connect()
    const session = await connection.createSession({
      cwd: context.folder,
      onEvent: () => undefined,
      handlers: { permission: async () => ({ type: 'cancelled' }) },
    })
    const prompt = (): Promise<unknown> => session.prompt([{ type: 'text', text: context.prompt }])
    await prompt()
    await session.close()
    const isRefused = await prompt().then(
      () => false,
      () => true,
    )
    return isRefused
      ? verified('the closed session rejects prompts', { id: 'session.close', support: 'supported' })
      : refuted('the session accepts prompts after it was closed')
  },
})

/** A deleted session is neither listed nor resumed. */
export const deleteSession = advertisedCheck({
  title: 'a session is deleted',
  expected: 'the session is neither listed nor resumed afterwards',
  capability: 'session.delete',
  ...hello,
  run: async (context) => {
    const warnings: string[] = []
    const run = context.run({ noSession: true, onWarning: (warning) => warnings.push(warning) })
    const { sessionId } = resultOf(await readTurn(run))
    const before = warnings.length
    // The session is deleted after the result; a failed deletion is a warning.
    await run.cancel()
    const refusal = warnings[before]
    if (refusal !== undefined) return refuted(refusal)
    return (await afterDelete(context, sessionId)) ?? deleted
  },
})

const deleted = verified('the session is gone', { id: 'session.delete', support: 'supported' })

/** The outcome if the session still exists; undefined otherwise. */
async function afterDelete(context: CheckContext, id: string): Promise<CheckOutcome | undefined> {
  const { facts } = context.handshake.profile
  if (facts['session.list']?.support === 'supported') {
    return (await isListed(context, id)) ? refuted('the session is listed after it was deleted') : undefined
  }
  if (facts['session.resume']?.support !== 'supported') return undefined
  return context.session({ sessionId: id }).then(
    () => refuted('the session can be resumed after it was deleted'),
    () => undefined,
  )
}

async function isListed(context: CheckContext, id: string): Promise<boolean> {
  const session = await context.session()
  for await (const { sessionId } of session.streamAllSessions({ cwd: context.folder })) {
    if (sessionId === id) return true
  }
  return false
}
