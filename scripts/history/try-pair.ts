import { mkdir } from 'node:fs/promises'
import { delimiter, dirname, join } from 'node:path'
import { definitions } from '../../src/agents/catalog.ts'
import { type HistoryCheck, historyCheckNames } from '../../src/agents/history/history-check.ts'
import { type AgentSetup, withoutRetries } from '../../src/verify/setup/agent-setup.ts'
import { agentSetups } from '../../src/verify/setup/agent-setups.ts'
import { besideProgram } from '../../src/verify/setup/beside-program.ts'
import { providerAddress as setupAddress } from '../../src/verify/worker/job.ts'
import { makeJobFolder } from '../../test/agents/own-place.ts'
import { setupFiles } from '../../src/verify/setup/setup-files.ts'
import type { HistoryAgent } from './agents.ts'
import { classOf } from './classify.ts'
import { runInNamespace, RunnerError } from './in-namespace.ts'
import type { InstalledPair } from './pair.ts'
import { providerAddress, type CheckSeen, type QuickJob, type QuickOutcome } from './quick/job.ts'

const runner = join(import.meta.dirname, 'quick/run-quick.ts')
const quickMs = 900_000

interface Attempt {
  agent: HistoryAgent
  pair: InstalledPair
  protocol: 1 | 2
}

/** Runs the quick set, and each "no" once more, in a new process. */
export async function tryPair(attempt: Attempt): Promise<QuickOutcome> {
  const { words, outcome } = await withFittingWords(attempt)
  if (outcome.failure !== undefined) return outcome
  const doubtful = historyCheckNames.filter((name) => {
    const { result, isConfirmed } = outcome.checks[name] ?? {}
    return result === 'no' && !isConfirmed
  })
  const groups = doubtful.toSorted(disturbingLast).map((name) => [name])
  if (groups.length === 0) return outcome
  process.stderr.write(`  alone: ${doubtful.join(', ')}\n`)
  const again = await quick(attempt, { words, groups, isAlone: true })
  for (const [index, names] of groups.entries()) {
    for (const name of names) outcome.checks[name] = confirmed(again[index], name)
  }
  return outcome
}

/** After a rejected key, some agents send no request for a minute. */
function disturbingLast(one: HistoryCheck, other: HistoryCheck): number {
  return Number(one === 'auth-error') - Number(other === 'auth-error')
}

const notRun: QuickOutcome = { claims: [], checks: {} }

/** The second outcome counts; a second timeout says nothing about the agent. */
function confirmed({ checks, failure }: QuickOutcome = notRun, name: HistoryCheck): CheckSeen {
  const seen = checks[name]
  if (failure !== undefined || seen === undefined) {
    return { result: 'could-not-try', seen: `too-slow: ${failure?.message ?? 'no turn came about alone'}` }
  }
  return seen.timedOut ? { result: 'could-not-try', seen: `too-slow: ${seen.seen}` } : seen
}

async function withFittingWords(
  attempt: Attempt,
): Promise<{ words: readonly string[]; outcome: QuickOutcome }> {
  let last: { words: readonly string[]; outcome: QuickOutcome } | undefined
  for (const words of attempt.agent.arguments) {
    let [outcome = notRun] = await quick(attempt, { words })
    // Once more, alone: the machine may have been busy.
    if (outcome.failure?.timedOut) [outcome = notRun] = await quick(attempt, { words })
    last = { words, outcome }
    const found =
      outcome.failure === undefined ? undefined : classOf(outcome.failure, { hasForeignBridge: false })
    if (found !== 'our-flag' && found !== 'our-option') break
  }
  if (last === undefined) throw new Error(`${attempt.agent.id} has no arguments`)
  return last
}

async function quick(
  { agent, pair, protocol }: Attempt,
  options: { words: readonly string[]; groups?: QuickJob['groups']; isAlone?: boolean },
): Promise<QuickOutcome[]> {
  const { folder, home, temporary, remove } = await makeJobFolder('history')
  try {
    const work = join(folder, 'work')
    await mkdir(work)
    const path = [dirname(process.execPath), ...pair.path, process.env['PATH'] ?? ''].join(delimiter)
    const { LANG = 'C.UTF-8', TERM = 'dumb', SHELL = '/bin/sh' } = process.env
    const own = { PATH: path, HOME: home, USER: 'capstan', TMPDIR: temporary, LANG, TERM, SHELL }
    const setup: AgentSetup = withoutRetries({ ...agentSetups[agent.id], ...agent.setup })
    const given = setupFiles(agent.id, setup)
    const { environment: fixed = {} } = definitions[agent.id]
    const job: QuickJob = {
      agent: agent.id,
      command: [...pair.command, ...options.words] as [string, ...string[]],
      environment: {
        ...own,
        ...fixed,
        ...(given.options.env as Record<string, string>),
        ...pair.environment,
      },
      home,
      folder: work,
      homeFiles: given.files,
      workFiles: given.work,
      protocol,
      groups: options.groups ?? [historyCheckNames],
      isAlone: options.isAlone ?? false,
      settings: agent.settings,
      ...besideProgram(definitions[agent.id], { path: pair.programFile, readyText: setup.readyText }),
    }
    const text = JSON.stringify(job).replaceAll(setupAddress, providerAddress)
    const outcomes = await runInNamespace(runner, JSON.parse(text), { environment: own, timeout: quickMs })
    return cleaned(outcomes as QuickOutcome[], [folder])
  } catch (error) {
    if (!(error instanceof RunnerError)) throw error
    const { message } = error
    return [{ ...notRun, failure: { stage: 'start', message, timedOut: true, stderr: '' } }]
  } finally {
    await remove()
  }
}

/** Removes what differs between machines and runs. */
function cleaned(outcomes: readonly QuickOutcome[], folders: readonly string[]): QuickOutcome[] {
  let text = JSON.stringify(outcomes)
  for (const folder of folders) text = text.replaceAll(folder, '~')
  return JSON.parse(
    text.replaceAll(/rope-[0-9a-f]{8}/g, 'rope').replaceAll(/(127\.0\.0\.1|localhost):\d+/g, 'provider'),
  ) as QuickOutcome[]
}
