import type { Check } from '../context.ts'
import { failed, passed, skipped } from '../outcome.ts'

/** Codes of failures of the agent or of Capstan, not of the provider. */
const otherFailures: ReadonlySet<string> = new Set([
  'ABORTED',
  'AGENT_CRASH',
  'CONNECTION_CLOSED',
  'PROTOCOL_ERROR',
  'TIMEOUT',
])

/** A failure of the provider fails the turn with a code and a message. */
function providerError(name: string): Check {
  return async ({ prompt, turn }) => {
    if (prompt === '') return skipped('the caller gave no prompt that triggers this error')
    const { result, error } = await turn()
    const id = `contract.${name}`
    if (error === undefined) {
      return failed(`the turn ended with ${result?.stopReason} without an error`, {
        id,
        support: 'unsupported',
      })
    }
    const { code, message } = error
    const seen = { id, value: { code, message } }
    return otherFailures.has(code) || message.trim() === ''
      ? failed(`reported as ${code}: ${message}`, { ...seen, support: 'unsupported' })
      : passed(`${code}: ${message}`, { ...seen, support: 'supported' })
  }
}

export const authError = providerError('auth-error')
export const rateLimit = providerError('rate-limit')
export const serverError = providerError('server-error')
