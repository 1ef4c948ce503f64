import type { Check } from '../context.ts'
import { failed, passed, skipped } from '../outcome.ts'

/** Codes of failures that are the agent's own or ours, and tell nothing of its provider. */
const otherFailures: ReadonlySet<string> = new Set([
  'ABORTED',
  'AGENT_CRASH',
  'CONNECTION_CLOSED',
  'PROTOCOL_ERROR',
  'TIMEOUT',
])

/** A failure of the provider is an error with a code and words, and no success. */
function providerError(name: string): Check {
  return async ({ prompt, turn }) => {
    if (prompt === '') return skipped('the caller gave no prompt that brings it about')
    const { result, error } = await turn()
    const id = `contract.${name}`
    if (error === undefined) {
      return failed(`the turn ended by ${result?.stopReason} as if it had gone well`, {
        id,
        support: 'unsupported',
      })
    }
    const { code, message } = error
    const seen = { id, value: { code, message } }
    return otherFailures.has(code) || message.trim() === ''
      ? failed(`it was told as ${code}: ${message}`, { ...seen, support: 'unsupported' })
      : passed(`${code}: ${message}`, { ...seen, support: 'supported' })
  }
}

export const authError = providerError('auth-error')
export const rateLimit = providerError('rate-limit')
export const serverError = providerError('server-error')
