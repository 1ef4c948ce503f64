import type { EventSink } from '../../acp/session-options.ts'
import type { ValidatedRun } from '../validate/validate.ts'
import { servedPrices } from '../budget/run-price.ts'
import { UsageMeter } from '../budget/usage-meter.ts'
import { confineOf, estimateReason } from '../permissions/confine.ts'
import { blockedEvent } from './blocked-event.ts'
import type { ConfinementLimits } from '../api/confinement-limits.ts'
import type { BlockedAccess } from './confinement-request.ts'

/** The sandbox and the proxy of the agents of a conversation. */
export interface ConfinedRun {
  /** Without it, the agents run outside of a sandbox. */
  readonly confine?: ConfinementLimits
  /** Counts the model calls, if they go through the proxy. */
  readonly meter: UsageMeter | undefined
  readonly onBlocked: (blocked: BlockedAccess) => void
}

interface Reported {
  readonly validated: ValidatedRun
  readonly onEvent: EventSink
  readonly onWarning: (message: string) => void
}

/** The sandbox and the proxy of a conversation; undefined if its agent runs without both. */
export function confinedRun({ validated, onEvent, onWarning }: Reported): ConfinedRun | undefined {
  const { confine } = confineOf(validated)
  const isCounted = estimateReason(validated) === undefined
  if (confine === undefined && !isCounted) return undefined
  const { definition, isSession } = validated
  const known = new Set<string>()
  return {
    ...(confine === undefined ? {} : { confine }),
    meter: isCounted || confine?.hosts !== undefined ? new UsageMeter(servedPrices(validated)) : undefined,
    onBlocked: (blocked) => {
      const key = `${blocked.kind} ${blocked.name} ${blocked.problem}`
      // A session has many runs, and each of them reports what it could not reach.
      if (known.has(key) && !isSession) return
      known.add(key)
      if (blocked.problem === undefined) void onEvent(blockedEvent(blocked))
      else onWarning(problems[blocked.problem](definition.id, blocked.name))
    },
  }
}

const problems = {
  held: (agent: string, file: string) =>
    `Capstan ended a process of ${agent} that kept ${file} open for writing after an allowed call`,
  unnamed: (agent: string, files: string) =>
    `During an allowed call of ${agent}, files changed that the call did not name: ${files}`,
  login: (agent: string, file: string) =>
    `Capstan could not save the login that ${agent} refreshed in ${file}`,
  key: (agent: string, host: string) =>
    `The sandbox blocked a request of ${agent} to ${host} with an API key that belongs to another host`,
  certificate: (agent: string, host: string) =>
    `${agent} or one of its commands could not reach ${host}, because it does not trust the certificate of Capstan's proxy`,
}
