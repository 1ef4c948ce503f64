import type { NotTriedClass } from '../../src/agents/history/history-check.ts'
import type { QuickFailure } from './quick/job.ts'

const unknownFlag =
  /unknown (?:option|argument|flag|command)|unexpected argument|unrecognized (?:option|argument)|no such option|usage:/i
const refusedOption = /\binvalid\b|not a valid|is not supported|unknown model|no such model/i
const network =
  /BunInstallFailedError|ENOTFOUND|EAI_AGAIN|ENETUNREACH|getaddrinfo|fetch failed|network is unreachable/i
const missingModule =
  /Cannot find (?:module|package)|ERR_MODULE_NOT_FOUND|does not provide an export|MODULE_NOT_FOUND/i
const unknownCall = /unknown (?:command|variant|method|option)|method not found|missing field/i
const login = /auth|log ?in|api.?key|credential|sign in/i

/** Why a version completed no turn, by what was seen. */
export function classOf(failure: QuickFailure, pair: { hasForeignBridge: boolean }): NotTriedClass {
  const { stage, message, rpcCode, exitCode, stderr, timedOut } = failure
  const all = `${message}\n${stderr}`
  if (missingModule.test(all)) return 'not-installable'
  if (stage === 'start') {
    if (exitCode === 0) return 'absent'
    if (unknownFlag.test(all)) return 'our-flag'
    if (network.test(all)) return 'needs-network'
    if (refusedOption.test(all)) return 'our-option'
    return timedOut ? 'too-slow' : 'our-option'
  }
  if (pair.hasForeignBridge && unknownCall.test(all)) return 'pair-mismatch'
  if (rpcCode === -32000 || login.test(message)) return 'login-required'
  if (timedOut) return pair.hasForeignBridge ? 'pair-mismatch' : 'too-slow'
  if (network.test(all)) return 'needs-network'
  return 'our-option'
}

/** What was seen, on one line. */
export function reasonOf({ stage, message, exitCode, stderr }: QuickFailure): string {
  const last = stderr.trim().split('\n').at(-1) ?? ''
  const ended = exitCode === undefined || exitCode === null ? '' : ` (exit code ${exitCode})`
  return `${stage}: ${message}${ended}${last === '' || message.includes(last) ? '' : `; ${last}`}`
}
