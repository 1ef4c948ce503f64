import { readdir, readFile } from 'node:fs/promises'
import { failureOf, type Lab, no, openIn, type QuickCheck, yes } from './lab.ts'
import { type LabTurn, newWord } from './lab-session.ts'

/** How long a command may run on after the turn was stopped: longer in a check alone, whose "no" counts. */
const graceMs = { among: 4000, alone: 10_000 }
const startMs = 60_000

export const cancel: QuickCheck = async (lab) => {
  const { turn, word, hasStarted } = await stopAtWork(lab, (stop) => stop.cancel())
  if (!hasStarted) return no(`the command did not start: ${failureOf(turn) ?? 'the turn ended'}`)
  const { end, error } = turn
  if (error !== undefined) return no(`the cancelled turn failed: ${error.message}`)
  if (end?.stopReason !== 'cancelled') return no(`the cancelled turn ended with ${end?.stopReason}`)
  return (await left(lab, word)) === 0 ? yes() : no('the command runs on after the turn was cancelled')
}

/** The last check: afterwards the process is gone. */
export const crash: QuickCheck = async (lab) => {
  const { turn, word, hasStarted } = await stopAtWork(lab, () => lab.agent.kill())
  if (!hasStarted) return no(`the command did not start: ${failureOf(turn) ?? 'the turn ended'}`)
  return (await left(lab, word)) === 0 ? yes() : no('the command runs on after the agent was killed')
}

async function stopAtWork(
  lab: Lab,
  stop: (session: { cancel(): void }) => void,
): Promise<{ turn: LabTurn; word: string; hasStarted: boolean }> {
  const session = await openIn(lab, lab.job.settings.acting)
  const word = newWord()
  let hasStarted = false
  const ended = new AbortController()
  const watching = (async () => {
    const until = performance.now() + startMs
    while (!ended.signal.aborted && performance.now() < until) {
      if ((await processesWith(word)) > 0) {
        hasStarted = true
        // The agent has to know that the command runs before it can stop it.
        await new Promise((resolve) => setTimeout(resolve, 500))
        stop(session.session)
        return
      }
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
  })()
  const command = `node -e 'setTimeout(() => {}, 600000)' ${word}`
  const turn = await session.turn(`Work for long [[shell: ${command}]] [[text: It is done]]`)
  ended.abort()
  await watching
  return { turn, word, hasStarted }
}

async function left({ job }: Lab, word: string): Promise<number> {
  const until = performance.now() + graceMs[job.isAlone ? 'alone' : 'among']
  for (;;) {
    const count = await processesWith(word)
    if (count === 0 || performance.now() > until) return count
    await new Promise((resolve) => setTimeout(resolve, 300))
  }
}

/** Processes that run the command, not the agents that carry the prompt in their arguments. */
async function processesWith(word: string): Promise<number> {
  let count = 0
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const [program = '', ...words] = (await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '')).split(
      '\0',
    )
    if (/(^|\/)node$/.test(program) && words.includes(word)) count += 1
  }
  return count
}
