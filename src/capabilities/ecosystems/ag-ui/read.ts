import type { DeclarationContext } from '../../conversion/claim-sheet.ts'
import { parse } from '../../parse.ts'
import type { CapabilityProfile } from '../../profile.ts'
import { toProfile } from './profile.ts'
import { agUiCapabilitiesSchema } from './schema.ts'

/** Checks a declaration and reads it. */
export function readAgUi(data: object, context: DeclarationContext): CapabilityProfile {
  parse(agUiCapabilitiesSchema, data, 'an AG-UI declaration')
  return toProfile(data, context)
}
