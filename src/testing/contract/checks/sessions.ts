import { systemClock } from '../../../core/clock.ts'
import type { AgentEvent } from '../../../events/event.ts'
import type { RunSession } from '../../../run/session.ts'
import type { Check, CheckContext } from '../context.ts'
import { type CheckOutcome, failed, notAdvertised, passed } from '../outcome.ts'
import { mentions, readTurn, resultOf } from '../turn.ts'
import { within } from '../within.ts'

/** Some agents replay messages after the response to `session/load`; wait this long. */
const replayMs = 5000

/** Runs the check only if the handshake advertises the capability. */
function where(id: string, check: Check): Check {
  return async (context) =>
    context.handshake.profile.facts[id]?.support === 'supported' ? check(context) : notAdvertised(id)
}

/** A session with one turn, whose agent process has ended. */
async function earlierSession(context: CheckContext): Promise<{ id: string; answer: string }> {
  const session = await context.session()
  const answer = await say(context, session)
  const { id } = session
  await session.close()
  if (context.pauseMs > 0) await systemClock.sleep(context.pauseMs, context.signal)
  return { id, answer }
}

async function say({ prompt, signal }: CheckContext, session: RunSession): Promise<string> {
  return resultOf(await readTurn(session.run(prompt, { signal }))).text
}

/** The agent resumes an earlier session under its id. */
export const resume = where('session.resume', async (context) => {
  const { id } = await earlierSession(context)
  const warnings: string[] = []
  const session = await context.session({ sessionId: id, onWarning: (warning) => warnings.push(warning) })
  // Capstan loads a session that the agent refuses to resume, although the agent advertises resuming.
  const refusal = warnings.find((warning) => warning.includes('session/resume'))
  if (refusal !== undefined) return failed(refusal)
  if (session.id !== id) return failed('the agent resumed the session under another id')
  const answer = await say(context, session)
  return answer.trim() === ''
    ? failed('the agent resumed the session, but a turn in it produced no text')
    : passed('another process resumed the session', { id: 'session.resume', support: 'supported' })
})

/** The agent replays the messages of an earlier session. */
export const load = where('session.load', async (context) => {
  const { id, answer } = await earlierSession(context)
  const session = await context.session()
  const events: AgentEvent[] = []
  const said = [context.prompt, answer.trim()].filter((text) => text !== '')
  const replayed = Promise.withResolvers<true>()
  session.subscribe((event) => {
    events.push(event)
    if (said.some((text) => mentions(events, text))) replayed.resolve(true)
  })
  await session.loadSession(id)
  return (await within(replayMs, replayed.promise))
    ? passed(`${events.length} events of the session were replayed`, {
        id: 'session.load',
        support: 'supported',
      })
    : failed('no message of the session was replayed')
})

/** The agent forks a session under a new id. */
export const fork = where('session.fork', async (context) => {
  const { id } = await earlierSession(context)
  const session = await context.session({ forkSessionId: id })
  if (session.id === id) return failed('the fork has the id of its parent session')
  const answer = await say(context, session)
  return answer.trim() === ''
    ? failed('a turn in the fork produced no text')
    : passed('the agent forked the session', { id: 'session.fork', support: 'supported' })
})

/** The agent lists an earlier session. */
export const list = where('session.list', async (context) => {
  const { id } = await earlierSession(context)
  return (await isListed(context, id))
    ? passed('the session is listed', { id: 'session.list', support: 'supported' })
    : failed('an earlier session is not listed')
})

/** A closed session rejects prompts. */
export const close = where('session.close', async (context) => {
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
    ? passed('the closed session rejects prompts', { id: 'session.close', support: 'supported' })
    : failed('the session accepts prompts after it was closed')
})

/** A deleted session is neither listed nor resumed. */
export const deleteSession = where('session.delete', async (context) => {
  const warnings: string[] = []
  const run = context.run({ noSession: true, onWarning: (warning) => warnings.push(warning) })
  const { sessionId } = resultOf(await readTurn(run))
  const before = warnings.length
  // The session is deleted after the result; a failed deletion is a warning.
  await run.cancel()
  const refusal = warnings[before]
  if (refusal !== undefined) return failed(refusal)
  return (await afterDelete(context, sessionId)) ?? deleted
})

const deleted = passed('the session is gone', { id: 'session.delete', support: 'supported' })

/** The failure if the session still exists; undefined otherwise. */
async function afterDelete(context: CheckContext, id: string): Promise<CheckOutcome | undefined> {
  const { facts } = context.handshake.profile
  if (facts['session.list']?.support === 'supported') {
    return (await isListed(context, id)) ? failed('the session is listed after it was deleted') : undefined
  }
  if (facts['session.resume']?.support !== 'supported') return undefined
  return context.session({ sessionId: id }).then(
    () => failed('the session can be resumed after it was deleted'),
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
