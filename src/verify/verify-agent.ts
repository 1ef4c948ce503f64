import type { AgentDefinition } from '../agents/definition/definition.ts'
import type { Detection } from '../agents/detect/detect.ts'
import { type CheckReport, countResults } from '../testing/contract/report.ts'
import { notTried } from './not-tried.ts'
import type { VerifyOptions } from './options.ts'
import type { JobNetwork } from './place/own-network.ts'
import { type PlannedJob, planJobs } from './plan-jobs.ts'
import { type AboutProgram, type AgentVerification, defectsOf } from './report.ts'
import { startInPlace } from './start-in-place.ts'
import { type CheckName, checkNames } from '../testing/contract/check-name.ts'

export interface VerifyAgentOptions extends Pick<
  VerifyOptions,
  'setup' | 'sandbox' | 'concurrency' | 'onEvent'
> {
  readonly definition: AgentDefinition
  readonly found: Detection
  readonly network: JobNetwork
  readonly checks?: readonly CheckName[] | undefined
  readonly signal: AbortSignal
}

/** Runs the checks of one agent. A job that fails leaves its remaining checks untried. */
export async function verifyAgent(options: VerifyAgentOptions): Promise<AgentVerification> {
  const { definition, found, network, onEvent } = options
  const { id: agent, name, acp } = definition
  const startedAt = new Date().toISOString()
  const began = performance.now()
  const jobs = planJobs(options)
  const total = jobs.reduce((sum, { contract }) => sum + (contract.checks?.length ?? 0), 0)
  const where = networkOf(network)
  const installed = found.version === undefined ? {} : { version: found.version }
  onEvent?.({ type: 'agent', agent, total, ...installed, ...where })
  const checks: CheckReport[] = []
  let about: AboutProgram = {}
  for (const job of jobs) about = { ...about, ...(await runPlanned(job, options, checks)) }
  // The handshake of an agent without a bridge names the program itself.
  const version = found.version ?? (acp?.bridge === undefined ? about.version : undefined)
  const label = { agent, ...(version === undefined ? {} : { version }) }
  const sorted = checkNames.flatMap((one) => checks.find((check) => check.name === one) ?? [])
  const isTried = about.protocolVersion !== undefined && sorted.some(({ result }) => result !== 'not-tried')
  return {
    ...label,
    name,
    ...bridgeOf(definition, found),
    ...reportedBy(about),
    ...(about.protocolVersion === undefined ? {} : { protocolVersion: about.protocolVersion }),
    ...where,
    startedAt,
    durationMs: Math.round(performance.now() - began),
    isTried,
    counts: countResults(sorted),
    // Nothing follows about a program that does not answer at all.
    defects: isTried ? defectsOf(label, sorted) : [],
    checks: sorted,
  }
}

/** The network of a job, in a report. */
export function networkOf(network: JobNetwork): Pick<AgentVerification, 'network' | 'networkReason'> {
  return network.kind === 'own' ? { network: 'own' } : { network: 'shared', networkReason: network.reason }
}

export function bridgeOf({ acp }: AgentDefinition, { bridge }: Detection): Pick<AgentVerification, 'bridge'> {
  if (acp?.bridge === undefined) return {}
  const version = bridge?.version
  return { bridge: { name: acp.bridge.name, ...(version === undefined ? {} : { version }) } }
}

function reportedBy({ program, version }: AboutProgram): Pick<AgentVerification, 'reported'> {
  if (program === undefined && version === undefined) return {}
  return {
    reported: {
      ...(program === undefined ? {} : { name: program }),
      ...(version === undefined ? {} : { version }),
    },
  }
}

const stopped = 'the verification was stopped'

/** Runs one job in folders of its own, and removes them. */
async function runPlanned(
  planned: PlannedJob,
  { found, network, signal, onEvent }: VerifyAgentOptions,
  checks: CheckReport[],
): Promise<AboutProgram> {
  const { change, ...withoutPlace } = planned
  const { agent, contract } = withoutPlace
  const onCheck = (done: CheckReport): void => {
    const check = change === undefined ? done : { ...done, change }
    checks.push(check)
    onEvent?.({ type: 'check', agent, check })
  }
  if (signal.aborted) {
    for (const name of contract.checks ?? []) onCheck(notTried(name, stopped, 'stopped'))
    return {}
  }
  const outcome = await startInPlace(withoutPlace, { found, network, signal, onCheck })
  const done = new Set(checks.map(({ name }) => name))
  const missing = contract.checks?.filter((name) => !done.has(name)) ?? []
  const reason = 'failure' in outcome ? outcome.failure : 'the check reported no result'
  for (const name of missing) onCheck(notTried(name, reason, signal.aborted ? 'stopped' : 'our-error'))
  return 'about' in outcome ? outcome.about : {}
}
