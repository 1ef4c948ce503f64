import { isRecord } from '../../core/is-record.ts'
import type { ErrorDetail } from '../../events/error.ts'
import { errorCode } from './run-end.ts'

/** The error of a run for a client: in `capstan.error` and in `metadata.capstan` of RUN_ERROR. */
export interface RunErrorDetail {
  code: string
  message: string
  /** How to fix the problem, as one sentence. */
  hint?: string
  /** The remedy, if the client can offer one. */
  action?: { type: 'install' | 'login'; agent: string }
}

/** The remedy for an error, by its code. */
const actions: Readonly<Record<string, 'install' | 'login'>> = {
  agent_not_installed: 'install',
  auth_required: 'login',
}

/** Describes the failure of a run of an agent. */
export function runErrorOf(error: ErrorDetail, { agent }: { agent: string }): RunErrorDetail {
  const { message, data } = error
  const code = errorCode(error)
  const type = actions[code]
  const hint = isRecord(data) && typeof data['hint'] === 'string' ? data['hint'] : defaultHint(type, agent)
  return {
    code,
    message: message === '' ? 'The run failed' : message,
    ...(hint === undefined ? {} : { hint }),
    ...(type === undefined ? {} : { action: { type, agent } }),
  }
}

function defaultHint(type: 'install' | 'login' | undefined, agent: string): string | undefined {
  if (type === undefined) return undefined
  return type === 'login' ? `Log in to ${agent}, or set one of its key variables.` : `Install ${agent}.`
}
