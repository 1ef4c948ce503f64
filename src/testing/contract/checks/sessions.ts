import { systemClock } from '../../../core/clock.ts'
import type { AgentEvent } from '../../../events/event.ts'
import type { RunSession } from '../../../run/session.ts'
import type { Check, CheckContext } from '../context.ts'
import { type CheckOutcome, failed, notAdvertised, passed } from '../outcome.ts'
import { readTurn, resultOf, tells } from '../turn.ts'
import { within } from '../within.ts'

/** How long after the answer what was said may be told: not every agent tells all of it first. */
const tellMs = 5000

/** Only what the handshake offers is tried. */
function where(id: string, check: Check): Check {
  return async (context) =>
    context.handshake.profile.facts[id]?.support === 'supported' ? check(context) : notAdvertised(id)
}

/** A session with one turn in it, by an agent that has ended since. */
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

/** An earlier session is gone on with, under its id. */
export const resume = where('session.resume', async (context) => {
  const { id } = await earlierSession(context)
  const session = await context.session({ sessionId: id })
  if (session.id !== id) return failed('the session came back under another id')
  const answer = await say(context, session)
  return answer.trim() === ''
    ? failed('the session came back, and a turn in it gave no text')
    : passed('another process went on with the session', { id: 'session.resume', support: 'supported' })
})

/** What was said in an earlier session is told again. */
export const load = where('session.load', async (context) => {
  const { id, answer } = await earlierSession(context)
  const session = await context.session()
  const events: AgentEvent[] = []
  const said = [context.prompt, answer.trim()].filter((text) => text !== '')
  const isTold = Promise.withResolvers<true>()
  session.subscribe((event) => {
    events.push(event)
    if (said.some((text) => tells(events, text))) isTold.resolve(true)
  })
  await session.loadSession(id)
  return (await within(tellMs, isTold.promise))
    ? passed(`${events.length} events of the session were told again`, {
        id: 'session.load',
        support: 'supported',
      })
    : failed('nothing of what was said in the session was told again')
})

/** A session branches off another, with an id of its own. */
export const fork = where('session.fork', async (context) => {
  const { id } = await earlierSession(context)
  const session = await context.session({ forkSessionId: id })
  if (session.id === id) return failed('the branch has the id of the session it comes from')
  const answer = await say(context, session)
  return answer.trim() === ''
    ? failed('a turn in the branch gave no text')
    : passed('a session branched off', { id: 'session.fork', support: 'supported' })
})

/** A session that was held is listed. */
export const list = where('session.list', async (context) => {
  const { id } = await earlierSession(context)
  return (await isListed(context, id))
    ? passed('the session is listed', { id: 'session.list', support: 'supported' })
    : failed('a session that was held is not listed')
})

/** A session that is closed takes no prompt any more. */
export const close = where('session.close', async (context) => {
  const host = await context.connect()
  const session = await host.createSession({
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
    ? passed('the closed session takes no prompt', { id: 'session.close', support: 'supported' })
    : failed('the session takes prompts after it was closed')
})

/** A session that is deleted is neither listed nor gone on with. */
export const deleteSession = where('session.delete', async (context) => {
  const warnings: string[] = []
  const run = context.run({ noSession: true, onWarning: (warning) => warnings.push(warning) })
  const { sessionId } = resultOf(await readTurn(run))
  const before = warnings.length
  // It is deleted after the result, and a refusal is a warning.
  await run.cancel()
  const refusal = warnings[before]
  if (refusal !== undefined) return failed(refusal)
  return (await afterDelete(context, sessionId)) ?? deleted
})

const deleted = passed('the session is gone', { id: 'session.delete', support: 'supported' })

/** What shows that a session is still there; undefined when nothing does. */
async function afterDelete(context: CheckContext, id: string): Promise<CheckOutcome | undefined> {
  const { facts } = context.handshake.profile
  if (facts['session.list']?.support === 'supported') {
    return (await isListed(context, id)) ? failed('the session is listed after it was deleted') : undefined
  }
  if (facts['session.resume']?.support !== 'supported') return undefined
  return context.session({ sessionId: id }).then(
    () => failed('the session is gone on with after it was deleted'),
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
