import type { DeclarationContext } from '../../conversion/claim-sheet.ts'
import { parse } from '../../parse.ts'
import type { CapabilityProfile } from '../../profile.ts'
import { toProfile } from './agent-profile.ts'
import { modelToProfile } from './model-profile.ts'
import { muxAgentCapabilitiesSchema, muxModelCapabilitiesSchema } from './schema.ts'
import type { AgentCapabilities, ModelCapabilities } from './types.ts'

/** Checks and reads an agent's capabilities or a model's: the latter have a `modelId`. */
export function readMux(data: object, context: DeclarationContext): CapabilityProfile {
  if (Object.hasOwn(data, 'modelId')) {
    parse(muxModelCapabilitiesSchema, data, 'an agent-mux model declaration')
    return modelToProfile(data as ModelCapabilities, context)
  }
  parse(muxAgentCapabilitiesSchema, data, 'an agent-mux agent declaration')
  return toProfile(data as AgentCapabilities, context)
}
