import { ValidationError } from '../../../core/validation-error.ts'
import type { DeclarationContext } from '../../conversion/claim-sheet.ts'
import { parse } from '../../parse.ts'
import type { CapabilityProfile } from '../../profile.ts'
import { toProfile } from './profile.ts'
import { type AcpDeclaration, recognise } from './recognise.ts'
import { acpInitializeV1Schema, acpInitializeV2Schema, agentsWireCapabilitiesSchema } from './schema.ts'

/**
 * Checks and reads an `initialize` response of either version, also as a JSON-RPC message, its capabilities, or the
 * normalized shape.
 */
export function readAcp(data: object, context: DeclarationContext): CapabilityProfile {
  const { form, declaration } = recognise(answerOf(data) as AcpDeclaration)
  if (form === 'v1') parse(acpInitializeV1Schema, declaration, 'an ACP version 1 initialize response')
  else if (form === 'v2') parse(acpInitializeV2Schema, declaration, 'an ACP version 2 initialize response')
  else parse(agentsWireCapabilitiesSchema, declaration, 'a normalized ACP declaration')
  return toProfile(declaration, context)
}

function answerOf(data: object): object {
  if (!Object.hasOwn(data, 'jsonrpc')) return data
  if ('result' in data && typeof data.result === 'object' && data.result !== null) return data.result
  throw new ValidationError('This JSON-RPC message is not a response to initialize', [], {
    hint: 'Pass the message that has a `result`.',
  })
}
