import { CapstanError } from '../../core/capstan-error.ts'
import { A2EError } from '../a2e-error.ts'
import type { Fields } from './messages.ts'

/** The fields of the `error` message for a thrown value. */
export function errorAnswer(error: unknown, capability = ''): Fields<'error'> {
  if (error instanceof A2EError) {
    const { code, message, detail, retryable, capabilityName } = error
    return { code, message, detail: { ...detail }, retryable, capability_name: capabilityName }
  }
  const message = error instanceof Error ? error.message : String(error)
  const code = CapstanError.isInstance(error) ? { code: error.code } : {}
  return { code: 'runtime_error', message, detail: code, retryable: false, capability_name: capability }
}
