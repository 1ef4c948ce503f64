import { CapstanError } from '../../core/capstan-error.ts'
import { A2EError } from '../a2e-error.ts'
import type { Fields } from './messages.ts'

/** The fields of the `error` message for a thrown value. */
export function errorAnswer(error: unknown, capability = ''): Fields<'error'> {
  if (error instanceof A2EError) {
    const { code, message, detail, retryable, capabilityName } = error
    return {
      code,
      message,
      detail: { ...detail, ...hintOf(error) },
      retryable,
      capability_name: capabilityName,
    }
  }
  const message = error instanceof Error ? error.message : String(error)
  const detail = CapstanError.isInstance(error) ? { code: error.code, ...hintOf(error) } : {}
  return { code: 'runtime_error', message, detail, retryable: false, capability_name: capability }
}

/** The published error has no field for a hint. */
function hintOf({ hint }: { readonly hint?: string | undefined }): { hint?: string } {
  return hint === undefined ? {} : { hint }
}
