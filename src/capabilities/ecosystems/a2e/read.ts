import { ValidationError } from '../../../core/validation-error.ts'
import type { DeclarationContext } from '../../conversion/claim-sheet.ts'
import { parse } from '../../parse.ts'
import type { CapabilityProfile } from '../../profile.ts'
import { toProfile } from './profile.ts'
import { a2eNegotiatedCapabilitiesSchema } from './schema.ts'

/** Checks and reads a handshake answer, its list of capabilities, or one of them. */
export function readA2E(data: object, context: DeclarationContext): CapabilityProfile {
  if (Object.hasOwn(data, 'agent_caps')) {
    throw new ValidationError('`agent_caps` lists what an agent requests, not what a host offers', [], {
      hint: 'Pass the host’s response, which has `accepted_caps`.',
    })
  }
  if ('ok' in data && data.ok === false) {
    const reason = 'reason' in data && typeof data.reason === 'string' ? `: ${data.reason}` : ''
    throw new ValidationError(`The host refused the handshake${reason}`)
  }
  const list = Array.isArray(data) ? data : Object.hasOwn(data, 'capability') ? [data] : undefined
  const answer = list === undefined ? data : { accepted_caps: list }
  return toProfile(parse(a2eNegotiatedCapabilitiesSchema, answer, 'an A2E handshake response'), context)
}
