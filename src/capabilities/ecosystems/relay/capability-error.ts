import type { CapabilityError } from '../../capability-error.ts'
import { defined } from '../../defined.ts'
import { fields, nameLists } from './fields.ts'

/** A capability error as a Relay session reports it. */
export interface RelayCapabilityError {
  name: 'RelayCapabilityError'
  code: 'capability_unsupported' | 'capability_unknown'
  /** The capability by its path in the session's declaration. */
  capability: string
  session: string
  requested?: unknown
  supported?: unknown
  message: string
  /** A retry cannot succeed: only another session can. */
  retryable: false
}

/** Renders a capability error in Relay's form. */
export function toRelayCapabilityError(error: CapabilityError): RelayCapabilityError {
  const { requested, supported } = error
  return {
    name: 'RelayCapabilityError',
    code: error.support === 'unknown' ? 'capability_unknown' : 'capability_unsupported',
    capability: pathOf(error.id) ?? error.capability,
    session: error.agent,
    ...defined({ requested, supported }),
    message: error.message,
    retryable: false,
  }
}

function pathOf(id: string): string | undefined {
  const field = fields.find((candidate) => candidate.id === id)
  if (field !== undefined) return field.path
  const listed = nameLists.flatMap(({ path, names, idOf }) =>
    names.map((name) => [idOf(name), `${path}.${name}`]),
  )
  return listed.find(([listedId]) => listedId === id)?.[1]
}
