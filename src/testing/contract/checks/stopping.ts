import type { AgentEvent } from '../../../events/event.ts'
import type { RunSession } from '../../../run/session.ts'
import type { Check } from '../check.ts'
import type { CheckContext } from '../context.ts'
import { systemClock } from '../../../core/clock.ts'
import { commandsWith, rootsOf } from '../marked-processes.ts'
import { type CheckOutcome, inconclusive, notTried, refuted, verified } from '../outcome.ts'
import { callsTool, readTurn, resultOf, type Turn } from '../turn.ts'
import { within } from '../within.ts'

const longWork = {
  sim: 'run node -e "setTimeout(() => {}, 600000)" {word}',
  marks: 'Work for long {mark} [[shell: node -e "setTimeout(() => {}, 600000)" {word}]] [[text: It is done]]',
}

/** How long the command may take to start once the agent is at work. */
const startMs = 10_000
/** How long the command may run on after the turn was cancelled. */
const endMs = 5000
const pollMs = 100

/** A tool call without further events counts as running after this time. */
const silentToolMs = 1000

/** A cancelled turn ends as cancelled and leaves no process running. */
export const cancel: Check = {
  title: 'a turn is cancelled while a command runs',
  expected: 'the turn ends as cancelled, and nothing runs afterwards',
  isRequired: true,
  ...longWork,
  run: cancelAtWork,
}

async function cancelAtWork(context: CheckContext): Promise<CheckOutcome> {
  const session = await context.session({ permissions: 'allow' })
  const { turn, hasStopped } = await stopAtWork(context, session, (run) => run.interrupt())
  if (turn === undefined) return refuted(`the turn went on for ${context.cancelMs} ms after it was cancelled`)
  const { stopReason } = resultOf(turn)
  if (!hasStopped) return inconclusive('the turn ended before it could be cancelled')
  if (stopReason !== 'cancelled') return refuted(`the cancelled turn ended with ${stopReason}`)
  // Before the session is closed, which ends every process of the agent.
  if (!(await becomes(context, { limit: endMs, isRunning: false }))) {
    return refuted('the turn ended as cancelled, but its command runs on', {
      id: 'contract.cancel',
      support: 'unsupported',
    })
  }
  await session.close()
  const left = await context.processes()
  if (left === undefined)
    return notTried(
      'our-error',
      'the turn ended as cancelled; leftover processes cannot be listed on this system',
    )
  return left.length === 0
    ? verified('the turn ended as cancelled and left no process running', {
        id: 'contract.cancel',
        support: 'supported',
      })
    : refuted(`the turn ended as cancelled but left ${left.length} processes running`)
}

/** Killing the agent during a turn is reported as a crash. */
export const crash: Check = {
  title: 'the agent is killed during a turn',
  expected: 'the run fails with AGENT_CRASH',
  ...longWork,
  run: killAtWork,
}

async function killAtWork(context: CheckContext): Promise<CheckOutcome> {
  const session = await context.session({ permissions: 'allow' })
  const before = await context.processes()
  const agents = rootsOf(before ?? [])
  if (agents.length === 0)
    return notTried('our-error', 'the process of the agent cannot be found on this system')
  const { turn, hasStopped } = await stopAtWork(context, session, () => {
    for (const pid of agents) process.kill(pid, 'SIGKILL')
  })
  if (turn === undefined)
    return refuted(`the run went on for ${context.cancelMs} ms after the agent was killed`)
  if (!hasStopped) return inconclusive('the turn ended before the agent could be killed')
  const { error } = turn
  if (error?.code !== 'AGENT_CRASH') {
    return refuted(`the run ended with ${error?.code ?? turn.result?.stopReason} instead of AGENT_CRASH`)
  }
  await session.close()
  const left = (await context.processes()) ?? []
  return verified(`reported as AGENT_CRASH; ${left.length} processes left running`, {
    id: 'contract.crash',
    support: 'supported',
    // Processes that the agent moved into another process group survive its death.
    value: { leftRunning: left.length },
  })
}

/** Starts a turn and stops it once the agent is at work. `turn` is undefined if the turn did not end within `cancelMs`. */
async function stopAtWork(
  context: CheckContext,
  session: RunSession,
  stop: (run: ReturnType<RunSession['run']>) => unknown,
): Promise<{ turn: Turn | undefined; hasStopped: boolean }> {
  const { prompt, signal, cancelMs } = context
  const run = session.run(prompt, { signal })
  const atWork = Promise.withResolvers<'text' | 'tool'>()
  let timer: NodeJS.Timeout | undefined
  const reading = readTurn(run, (event) => {
    if (isAtWork(event)) atWork.resolve(event.type === 'text.delta' ? 'text' : 'tool')
    else if (mayBeAtWork(event)) timer ??= setTimeout(() => atWork.resolve('tool'), silentToolMs)
  })
  try {
    // The command may start a moment after the event about it.
    const started = atWork.promise.then(async (by) => {
      if (by === 'tool') await becomes(context, { limit: startMs, isRunning: true })
      return undefined
    })
    const ended = await Promise.race([started, reading])
    if (ended !== undefined) return { turn: ended, hasStopped: false }
    stop(run)
    return { turn: await within(cancelMs, reading), hasStopped: true }
  } finally {
    clearTimeout(timer)
  }
}

/** Waits until the command runs, or does not; true at once where processes cannot be listed. */
async function becomes(
  { word, signal }: CheckContext,
  { limit, isRunning }: { limit: number; isRunning: boolean },
): Promise<boolean> {
  for (let waited = 0; waited < limit; waited += pollMs) {
    const count = await commandsWith(word)
    if (count === undefined || count > 0 === isRunning) return true
    await systemClock.sleep(pollMs, signal)
  }
  return false
}

/** Some agents emit no event between a permission request and the end of the tool call. */
function mayBeAtWork(event: AgentEvent): boolean {
  return callsTool([event]) || event.type === 'permission.requested'
}

function isAtWork(event: AgentEvent): boolean {
  // Some agents emit a line break before they ask the model, and ignore a cancel at that point.
  if (event.type === 'text.delta') return event.role !== 'user' && event.text.trim() !== ''
  if (event.type === 'tool.called' || event.type === 'tool.updated') return event.status === 'in-progress'
  return event.type === 'command.started'
}
