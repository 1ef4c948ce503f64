import { CapabilityError } from '../../capabilities/capability-error.ts'
import { CapstanError } from '../../core/capstan-error.ts'
import { type CheckOutcome, notApplicable, notTried, refuted } from './outcome.ts'
import type { NotTriedCause } from './report.ts'

/** Codes of errors that say nothing about the agent's claims. */
const causeOfCode: Readonly<Record<string, NotTriedCause>> = {
  AUTH_ERROR: 'login-needed',
  TIMEOUT: 'too-slow',
  AGENT_NOT_INSTALLED: 'not-installable',
  AGENT_NOT_STARTED: 'not-installable',
  VALIDATION_ERROR: 'our-option',
  ABORTED: 'stopped',
}

/** Signs in an error or on stderr, the more specific first. */
const causeOfText: readonly (readonly [RegExp, NotTriedCause])[] = [
  [/unknown (option|argument|flag)|unexpected argument|unrecognized (option|argument)/i, 'our-flag'],
  [/model .*(invalid|not (found|supported|available))|invalid model/i, 'our-option'],
  [/unknown (command|variant|method)|method not found/i, 'pair-mismatch'],
  [/cannot find (module|package)|ERR_MODULE_NOT_FOUND|no such file/i, 'not-installable'],
  [/ENOTFOUND|EAI_AGAIN|ENETUNREACH|fetch failed|getaddrinfo/i, 'needs-network'],
  [/log ?in|logged in|authenticat|credential|api key/i, 'login-needed'],
]

/** The outcome of a check that threw. Only an answer of the agent can refute a claim. */
export function outcomeOfError(error: unknown): CheckOutcome {
  if (error instanceof CapabilityError) return notApplicable(error.message)
  if (CapstanError.isInstance(error) && error.code === 'TRANSPORT_UNAVAILABLE')
    return notApplicable(error.message)
  if (!CapstanError.isInstance(error)) {
    return notTried('our-error', error instanceof Error ? error.message : String(error))
  }
  const saw = `${error.code}: ${error.message}`
  const cause = causeOfCode[error.code]
  return cause === undefined ? refuted(saw) : notTried(cause, saw)
}

/** Why no claim of the agent can be tried, from what the handshake or the first turn showed. */
export function causeOf({ cause, saw }: CheckOutcome, lastStderr: string): NotTriedCause {
  if (cause !== undefined && cause !== 'our-error') return cause
  const text = `${saw}\n${lastStderr}`
  return causeOfText.find(([sign]) => sign.test(text))?.[1] ?? cause ?? 'no-turn'
}
