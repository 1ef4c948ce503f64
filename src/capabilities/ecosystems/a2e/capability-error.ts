import type { CapabilityError } from '../../capability-error.ts'
import { defined } from '../../defined.ts'
import { hostCapabilityOf } from './profile.ts'

/** A capability error in the form of an A2E host's response; the host adds the envelope. */
export interface A2ECapabilityMissing {
  code: 'capability_missing'
  message: string
  detail: Record<string, unknown>
  retryable: false
  capability_name: string
}

/** Renders a capability error in A2E's form. */
export function toA2ECapabilityMissing(error: CapabilityError): A2ECapabilityMissing {
  const capability = hostCapabilityOf(error.id) ?? error.capability
  const { support, requested, supported } = error
  return {
    code: 'capability_missing',
    message: error.message,
    detail: { capability, support, ...defined({ requested, supported }) },
    retryable: false,
    capability_name: capability,
  }
}
