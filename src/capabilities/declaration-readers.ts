import { ValidationError } from '../core/validation-error.ts'
import type { DeclarationContext } from './claim-sheet.ts'
import { toProfile as fromA2E } from './ecosystems/a2e/index.ts'
import { a2eNegotiatedCapabilitiesSchema } from './ecosystems/a2e/schema.ts'
import { type AcpDeclaration, toProfile as fromAcp } from './ecosystems/acp/index.ts'
import { recognise } from './ecosystems/acp/recognise.ts'
import {
  acpInitializeV1Schema,
  acpInitializeV2Schema,
  agentsWireCapabilitiesSchema,
} from './ecosystems/acp/schema.ts'
import { toProfile as fromAgUi } from './ecosystems/ag-ui/index.ts'
import { agUiCapabilitiesSchema } from './ecosystems/ag-ui/schema.ts'
import {
  type AgentCapabilities,
  type ModelCapabilities,
  modelToProfile,
  toProfile as fromMux,
} from './ecosystems/mux/index.ts'
import { muxAgentCapabilitiesSchema, muxModelCapabilitiesSchema } from './ecosystems/mux/schema.ts'
import { type AgentSessionCapabilities, toProfile as fromRelay } from './ecosystems/relay/index.ts'
import { relaySessionCapabilitiesSchema } from './ecosystems/relay/schema.ts'
import { parse } from './parse.ts'
import { type CapabilityProfile, type Claim, createProfile } from './profile.ts'
import { capabilityProfileSchema } from './profile-schema.ts'

// Where a shape has no defaults, what was checked is read and not what the check gives back:
// zod leaves out a key that is called `__proto__`.

export function readAgUi(data: object, context: DeclarationContext): CapabilityProfile {
  parse(agUiCapabilitiesSchema, data, 'an AG-UI declaration')
  return fromAgUi(data, context)
}

/** Takes a handshake answer, its list of capabilities, or one of them. */
export function readA2E(data: object, context: DeclarationContext): CapabilityProfile {
  if (Object.hasOwn(data, 'agent_caps')) {
    throw new ValidationError('`agent_caps` are what an agent wishes for, not what a host offers', [], {
      hint: 'Give the host’s answer, which has `accepted_caps`.',
    })
  }
  if ('ok' in data && data.ok === false) {
    const reason = 'reason' in data && typeof data.reason === 'string' ? `: ${data.reason}` : ''
    throw new ValidationError(`The host refused the handshake${reason}`)
  }
  const list = Array.isArray(data) ? data : Object.hasOwn(data, 'capability') ? [data] : undefined
  const answer = list === undefined ? data : { accepted_caps: list }
  return fromA2E(parse(a2eNegotiatedCapabilitiesSchema, answer, 'an A2E handshake answer'), context)
}

export function readRelay(data: object, context: DeclarationContext): CapabilityProfile {
  parse(relaySessionCapabilitiesSchema, data, 'a Relay session declaration')
  return fromRelay(data as AgentSessionCapabilities, context)
}

/** Takes an agent's capabilities or a model's: the latter have a `modelId`. */
export function readMux(data: object, context: DeclarationContext): CapabilityProfile {
  if (Object.hasOwn(data, 'modelId')) {
    parse(muxModelCapabilitiesSchema, data, 'an agent-mux model declaration')
    return modelToProfile(data as ModelCapabilities, context)
  }
  parse(muxAgentCapabilitiesSchema, data, 'an agent-mux agent declaration')
  return fromMux(data as AgentCapabilities, context)
}

/** Takes an answer to `initialize` of either version, also as a JSON-RPC message, its capabilities, or the normalised shape. */
export function readAcp(data: object, context: DeclarationContext): CapabilityProfile {
  const recognised = recognise(answerOf(data) as AcpDeclaration)
  const { form, declaration } = recognised
  if (form === 'v1') parse(acpInitializeV1Schema, declaration, 'an ACP version 1 answer to initialize')
  else if (form === 'v2') parse(acpInitializeV2Schema, declaration, 'an ACP version 2 answer to initialize')
  else parse(agentsWireCapabilitiesSchema, declaration, 'a normalised ACP declaration')
  return fromAcp(declaration, context)
}

function answerOf(data: object): object {
  if (!Object.hasOwn(data, 'jsonrpc')) return data
  if ('result' in data && typeof data.result === 'object' && data.result !== null) return data.result
  throw new ValidationError('This JSON-RPC message holds no answer to initialize', [], {
    hint: 'Give the message that has a `result`.',
  })
}

/** Takes a profile as it was written, or one made by hand: a fact without evidence counts as declared. */
export function readProfile(data: object, context: DeclarationContext): CapabilityProfile {
  const { subject, facts } = parse(capabilityProfileSchema, data, 'a capability profile')
  const claims = Object.entries(facts).flatMap(([id, { support, value, evidence }]): Claim[] => {
    if (evidence.length > 0) return evidence.toReversed().map((piece) => ({ id, evidence: piece }))
    const statement = { source: 'declared' as const, origin: 'profile', support }
    return [{ id, evidence: value === undefined ? statement : { ...statement, value } }]
  })
  const profile = createProfile(subject, claims)
  for (const [id, { support }] of Object.entries(facts)) {
    const resolved = profile.facts[id]?.support
    if (resolved !== support) {
      throw new ValidationError(
        `The profile says that ${id} is ${support}, and its evidence that it is ${resolved ?? 'unknown'}`,
        [{ path: ['facts', id, 'support'], message: `the evidence says ${resolved}` }],
      )
    }
  }
  return context.subject === undefined ? profile : createProfile({ ...subject, ...context.subject }, claims)
}
