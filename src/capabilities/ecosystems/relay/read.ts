import type { DeclarationContext } from '../../conversion/claim-sheet.ts'
import { parse } from '../../parse.ts'
import type { CapabilityProfile } from '../../profile.ts'
import { toProfile } from './profile.ts'
import { relaySessionCapabilitiesSchema } from './schema.ts'
import type { AgentSessionCapabilities } from './types.ts'

/** Checks a session's declaration and reads it. */
export function readRelay(data: object, context: DeclarationContext): CapabilityProfile {
  parse(relaySessionCapabilitiesSchema, data, 'a Relay session declaration')
  return toProfile(data as AgentSessionCapabilities, context)
}
