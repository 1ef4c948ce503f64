import { tmpdir } from 'node:os'
import type { ObservedScope } from '../../capabilities/evidence.ts'
import type { ObservedClaim } from '../../capabilities/profile.ts'
import type { ProbeResult } from '../../run/probe.ts'
import { causeOf, outcomeOfError } from './causes.ts'
import type { CheckName } from './check-name.ts'
import { checks } from './checks.ts'
import type { ContractOptions } from './contract-options.ts'
import { type ContextOptions, inContext, type LoggedOutcome } from './in-context.ts'
import { type CheckOutcome, notTried } from './outcome.ts'
import type { CheckReport } from './report.ts'

const defaultCheckMs = 180_000

export interface TrialOptions {
  options: ContractOptions
  /** The handshake, or why there is none. */
  handshake: ProbeResult | CheckOutcome
  signal: AbortSignal
}

/** One check that ran. */
export interface Tried {
  readonly name: CheckName
  readonly outcome: CheckOutcome
  readonly transcript: readonly string[]
  readonly durationMs: number
}

/** Runs the checks of one contract run. */
export interface Trial {
  run(name: CheckName): Promise<Tried>
  /** Runs the check once more, alone; this outcome counts. */
  repeat(tried: Tried): Promise<Tried>
  report(tried: Tried): CheckReport
}

/** Whether the outcome has to be confirmed: a missing effect, or a timeout. */
export function needsRepetition({ outcome }: Tried): boolean {
  if (outcome.result === 'refuted') return outcome.isProof !== true
  return outcome.cause === 'too-slow'
}

export function createTrial(trialOptions: TrialOptions): Trial {
  const { handshake } = trialOptions
  /** Why no claim can be tried; undefined once a turn has passed. */
  let obstacle: CheckOutcome | undefined
  const run = async (name: CheckName): Promise<Tried> => {
    const began = performance.now()
    const logged =
      obstacle === undefined || name === 'handshake' || name === 'text'
        ? await loggedOutcome(name, trialOptions)
        : { outcome: obstacle }
    if (name === 'text') obstacle = obstacleOf(logged, trialOptions)
    return {
      name,
      outcome: logged.outcome,
      transcript: logged.log?.transcript(logged.requests ?? []) ?? [],
      durationMs: Math.round(performance.now() - began),
    }
  }
  return {
    run,
    repeat: async ({ name, durationMs }) => {
      const tried = await run(name)
      return { ...tried, durationMs: durationMs + tried.durationMs }
    },
    report: ({ name, outcome, transcript, durationMs }) => {
      const { title, expected, capability } = checks[name]
      return {
        name,
        title,
        ...(capability === undefined ? {} : { capability }),
        result: outcome.result,
        scope: scopeOf(name, handshake),
        expected,
        saw: outcome.saw,
        ...(outcome.cause === undefined ? {} : { cause: outcome.cause }),
        isAdvertised: isAdvertised(name, handshake),
        durationMs,
        observed: claimsOf(name, outcome, handshake),
        ...(outcome.result === 'refuted' ? { transcript } : {}),
      }
    },
  }
}

type MaybeLogged = Partial<LoggedOutcome> & Pick<LoggedOutcome, 'outcome'>

async function loggedOutcome(
  name: CheckName,
  { options, handshake, signal }: TrialOptions,
): Promise<MaybeLogged> {
  const stopped = notTried('stopped', 'the contract run was stopped')
  if (signal.aborted) return { outcome: stopped }
  if ('result' in handshake) {
    if (name === 'handshake') return { outcome: handshake }
    return { outcome: notTried(causeOf(handshake, ''), `no handshake: ${handshake.saw}`) }
  }
  const { checkMs = defaultCheckMs } = options.limits ?? {}
  const limit = AbortSignal.timeout(checkMs)
  const context: ContextOptions = {
    client: options.client,
    agent: options.agent,
    parent: options.folder ?? tmpdir(),
    prompts: options.prompts ?? {},
    settings: options.settings ?? {},
    options: options.options ?? {},
    handshake,
    limits: options.limits ?? {},
    provider: options.provider,
    signal: AbortSignal.any([signal, limit]),
  }
  return inContext(name, context, {
    check: checks[name],
    onError: (error) => {
      if (signal.aborted) return stopped
      if (limit.aborted) return notTried('too-slow', `the check took longer than ${checkMs} ms`)
      return outcomeOfError(error)
    },
  })
}

/** Why no claim can be tried, from the first turn: it failed, or its request did not reach the provider. */
function obstacleOf(
  { outcome, log, requests = [] }: MaybeLogged,
  { options, handshake }: TrialOptions,
): CheckOutcome | undefined {
  if ('result' in handshake) return notTried(causeOf(handshake, ''), `no handshake: ${handshake.saw}`)
  if (outcome.result === 'verified') {
    return options.provider === undefined || requests.length > 0
      ? undefined
      : notTried('no-provider', 'the agent answered a first turn, but sent no request to the model provider')
  }
  if (outcome.cause === 'stopped') return outcome
  const stderr = log?.lastStderr() ?? ''
  const saw = `no first turn: ${outcome.saw}${stderr === '' ? '' : `; stderr: ${stderr}`}`
  return notTried(causeOf(outcome, stderr), saw)
}

function isAdvertised(name: CheckName, handshake: ProbeResult | CheckOutcome): boolean {
  const { capability, isRequired } = checks[name]
  if (isRequired === true) return true
  if (capability === undefined || 'result' in handshake) return false
  return handshake.profile.facts[capability]?.support === 'supported'
}

function claimsOf(
  name: CheckName,
  { observed }: CheckOutcome,
  handshake: ProbeResult | CheckOutcome,
): ObservedClaim[] {
  const { version } = 'result' in handshake ? {} : handshake
  const scope = scopeOf(name, handshake)
  return observed.map(({ id, support, value, detail, protocolVersion }) => ({
    id,
    evidence: {
      source: 'observed',
      support,
      ...(value === undefined ? {} : { value }),
      at: new Date().toISOString(),
      ...(version === undefined ? {} : { agentVersion: version }),
      origin: `contract: ${name}`,
      ...(detail === undefined ? {} : { detail }),
      scope: protocolVersion === undefined ? scope : { ...scope, protocolVersion },
    },
  }))
}

/** Where the results of a check hold. */
function scopeOf(name: CheckName, handshake: ProbeResult | CheckOutcome): ObservedScope {
  const { transport = 'acp' } = checks[name]
  if (transport === 'cli' || 'result' in handshake) return { transport }
  return { transport, protocolVersion: handshake.protocolVersion }
}
