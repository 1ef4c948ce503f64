import type { HistoryCheck } from '../../../src/agents/history/history-check.ts'
import { AgentRequestError } from '../../../src/acp/wire/agent-request-error.ts'
import { createModelProvider } from '../../../src/testing/provider/server.ts'
import { startBeside } from '../../../src/verify/worker/beside.ts'
import { writeFiles } from '../../../src/verify/worker/write-files.ts'
import { NotStarted, startAgent } from './agent-process.ts'
import { claimsOf } from './claims.ts'
import {
  type CheckSeen,
  providerAddress,
  readFromAnswer,
  type QuickFailure,
  type QuickJob,
  type QuickOutcome,
} from './job.ts'
import { failureOf, hello, type Lab, open, type QuickCheck, shortly, turnRequest, yes } from './lab.ts'
import { says, TurnTimeout } from './lab-session.ts'
import { firstProcess, secondProcess } from './order.ts'
import { stored } from './talk.ts'

/** Started as a program in a network with only loopback. The job comes on stdin, the outcome goes to stdout. */
const text = Buffer.concat((await process.stdin.toArray()) as Buffer[]).toString('utf8')
const provider = await createModelProvider({ keep: 10_000 })
const job = JSON.parse(text.replaceAll(providerAddress, provider.url)) as QuickJob
await writeFiles(job.home, job.homeFiles)
const beside =
  job.beside === undefined
    ? undefined
    : await startBeside(job.beside, { home: job.home, options: { env: job.environment } })
const outcomes: QuickOutcome[] = []
for (const checks of job.groups) {
  outcomes.push(
    await quickSet(checks).catch((error: unknown): QuickOutcome => ({
      claims: [],
      checks: {},
      failure: notStarted(error),
    })),
  )
}
await beside?.stop()
await provider.close()
process.stdout.write(JSON.stringify(outcomes), () => process.exit())

async function quickSet(wanted: readonly HistoryCheck[]): Promise<QuickOutcome> {
  const checks: QuickOutcome['checks'] = {}
  const agent = await startAgent(job).catch((error: unknown) => error)
  if (!isAgent(agent)) return { claims: [], checks, failure: notStarted(agent) }
  checks.handshake = yes(`ACP ${agent.connection.handshake.protocolVersion}`)
  const protocol = agent.connection.handshake.protocolVersion
  const begun = { job, provider, agent, checks: wanted }
  let lab: Lab
  try {
    const session = await open(begun)
    checks.session = yes()
    const { prompt, word } = hello()
    const turn = await session.turn(prompt)
    const request = turnRequest(turn.requests)
    if (failureOf(turn) !== undefined || request === undefined || !(await says(session, word))) {
      const why =
        failureOf(turn) ?? (request === undefined ? 'no request reached the provider' : 'no answer arrived')
      const failure: QuickFailure = {
        stage: 'text',
        message: why,
        stderr: agent.stderr(),
        ...codeOf(turn.error),
      }
      await agent.stop()
      return { protocol, claims: [], checks, failure }
    }
    checks.text = yes()
    lab = { ...begun, shared: new Map(), first: { session, word, turn, request } }
  } catch (error) {
    await agent.stop()
    const stage = checks.session === undefined ? 'session' : 'text'
    return { protocol, claims: [], checks, failure: { ...failedAt(stage, error), stderr: agent.stderr() } }
  }
  const claims = claimsOf(lab)
  await tryAll(lab, firstProcess, checks)
  const later = Object.keys(secondProcess).filter((name) => lab.checks.includes(name as HistoryCheck))
  if (later.length > 0) {
    if (lab.checks.includes('resume')) await stored(lab).catch(() => {})
    await lab.agent.stop()
    const next = await startAgent(job).catch((error: unknown) => error)
    if (isAgent(next)) {
      lab.shared.clear()
      lab.agent = next
      await confirmRead(lab, checks)
      await tryAll(lab, secondProcess, checks)
      // The first process did not advertise it either.
      for (const name of ['load', 'resume'] as const) {
        const seen = checks[name]
        if (seen !== undefined && seen.seen.endsWith('advertised') && !claims.includes('session.load'))
          seen.isConfirmed = true
      }
    } else {
      const { message } = notStarted(next)
      for (const name of later) checks[name as HistoryCheck] = { result: 'no', seen: message }
    }
  }
  if (job.isAlone && !lab.checks.some(isDisturbing) && !(await stillAnswers(lab))) {
    await lab.agent.stop()
    return { protocol, claims, checks, failure: { stage: 'text', message: 'no turn afterwards', stderr: '' } }
  }
  await lab.agent.stop()
  return { protocol, claims, checks }
}

/** After these, the agent may refuse the next request. */
function isDisturbing(name: HistoryCheck): boolean {
  return name === 'auth-error' || name === 'crash'
}

async function stillAnswers(lab: Lab): Promise<boolean> {
  const { prompt, word } = hello()
  return open(lab)
    .then((session) => session.turn(prompt))
    .then(
      ({ text: said }) => said.includes(word),
      () => false,
    )
}

async function tryAll(
  lab: Lab,
  group: Readonly<Partial<Record<HistoryCheck, QuickCheck>>>,
  checks: QuickOutcome['checks'],
): Promise<void> {
  for (const [name, check] of Object.entries(group) as [HistoryCheck, QuickCheck][]) {
    if (!lab.checks.includes(name)) continue
    const began = performance.now()
    if (lab.agent.connection.closed !== undefined || lab.first.session.session.isBusy) await restart(lab)
    const seen = await check(lab).catch(seenError)
    checks[name] = seen
    const seconds = ((performance.now() - began) / 1000).toFixed(1)
    process.stderr.write(
      `  ${name}: ${seen.result}${seen.seen === '' ? '' : `, ${seen.seen}`} (${seconds} s)\n`,
    )
  }
}

/** Asks the second process again for what the first one only read from answers. */
async function confirmRead(lab: Lab, checks: QuickOutcome['checks']): Promise<void> {
  for (const [name, check] of Object.entries(firstProcess) as [HistoryCheck, QuickCheck][]) {
    const before = checks[name]
    if (before === undefined || !readFromAnswer.test(before.seen)) continue
    const again = await check(lab).catch(seenError)
    if (again.result === before.result && again.seen === before.seen) before.isConfirmed = true
  }
}

/** After a crash or a turn that never ended, the other checks get a new process and a new first session. */
async function restart(lab: Lab): Promise<void> {
  await lab.agent.stop()
  lab.shared.clear()
  lab.agent = await startAgent(job)
  const session = await open(lab)
  const { prompt, word } = hello()
  const turn = await session.turn(prompt)
  const request = turnRequest(turn.requests)
  if (request !== undefined) lab.first = { session, word, turn, request }
}

function seenError(error: unknown): CheckSeen {
  const isLate = error instanceof TurnTimeout || codeIs(error, 'TIMEOUT')
  return { result: 'no', seen: shortly(error), ...(isLate ? { timedOut: true } : {}) }
}

function failedAt(stage: QuickFailure['stage'], error: unknown): Omit<QuickFailure, 'stderr'> {
  const { timedOut } = seenError(error)
  return { stage, message: shortly(error), ...codeOf(error), ...(timedOut ? { timedOut } : {}) }
}

function notStarted(error: unknown): QuickFailure {
  const { exitCode, stderr = '' } = error instanceof NotStarted ? error : {}
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error
  return { ...failedAt('start', cause), stderr, ...(exitCode === undefined ? {} : { exitCode }) }
}

function codeOf(error: unknown): { rpcCode?: number } {
  return error instanceof AgentRequestError ? { rpcCode: error.rpcCode } : {}
}

function codeIs(error: unknown, code: string): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === code
}

function isAgent(value: unknown): value is Lab['agent'] {
  return typeof value === 'object' && value !== null && 'connection' in value
}
