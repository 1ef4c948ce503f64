import type { DaemonOptions } from '../../../sessions/daemon/run-daemon.ts'
import { UsageError } from '../../usage-error.ts'

const defaultIdleMs = 600_000
const day = 86_400_000

/** The settings of the session daemon from its environment. @throws UsageError that names the variable. */
export function daemonSettings(
  environment: NodeJS.ProcessEnv,
): Pick<DaemonOptions, 'idleMs' | 'retention' | 'synchronous'> {
  return {
    idleMs: wholeNumber(environment, 'CAPSTAN_DAEMON_IDLE_MS', 'a number of milliseconds') ?? defaultIdleMs,
    ...retentionOf(environment),
    ...synchronousOf(environment),
  }
}

function retentionOf(environment: NodeJS.ProcessEnv): Pick<DaemonOptions, 'retention'> {
  const days = wholeNumber(environment, 'CAPSTAN_SESSIONS_KEEP_DAYS', 'a number of days')
  if (days === undefined) return {}
  const time = days * day
  return { retention: { messagesMs: time, invocationsMs: time, participantsMs: time } }
}

function synchronousOf(environment: NodeJS.ProcessEnv): Pick<DaemonOptions, 'synchronous'> {
  const typed = environment['CAPSTAN_SESSIONS_SYNC'] ?? ''
  if (typed === '') return {}
  if (typed === 'normal' || typed === 'full') return { synchronous: typed }
  throw new UsageError(`CAPSTAN_SESSIONS_SYNC=${typed} is not a mode`, 'Use normal or full.')
}

function wholeNumber(environment: NodeJS.ProcessEnv, name: string, what: string): number | undefined {
  const typed = environment[name] ?? ''
  if (typed === '') return undefined
  if (/^[1-9]\d{0,8}$/.test(typed)) return Number(typed)
  throw new UsageError(`${name}=${typed} is not ${what}`, `Use ${what}.`)
}
