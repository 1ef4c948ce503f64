import { CapabilityError, capabilityErrorFor } from '../capabilities/capability-error.ts'
import { compare } from '../capabilities/compare.ts'
import {
  type AgentSessionCapabilities,
  type DeliveryMode,
  deliveryModes,
} from '../capabilities/ecosystems/relay/types.ts'
import { toProfile } from '../capabilities/ecosystems/relay/profile.ts'
import type { CapabilityProfile } from '../capabilities/profile.ts'
import { type CapabilityRequest, requirementsFor } from '../capabilities/requirements.ts'
import type { MessageAttachment } from './messages/message.ts'

const attachmentTypes = ['text', 'image'] as const

/** Facts by declaration, cached while the declaration is in use. */
const factsByDeclaration = new WeakMap<AgentSessionCapabilities, CapabilityProfile['facts']>()

/** The profile of a session. The declaration must not change afterwards. */
export function profileOf(id: string, capabilities: AgentSessionCapabilities): CapabilityProfile {
  const subject = Object.freeze({ kind: 'session' as const, id })
  let facts = factsByDeclaration.get(capabilities)
  if (facts === undefined) {
    facts = toProfile(capabilities, { subject }).facts
    factsByDeclaration.set(capabilities, facts)
  }
  return Object.freeze({ subject, facts })
}

/** What sessions with these facts can take, as `mode types`: a channel asks the same for each member. */
const takenByFacts = new WeakMap<CapabilityProfile['facts'], Set<string>>()

interface Delivered {
  mode: DeliveryMode
  attachments: readonly Pick<MessageAttachment, 'type'>[]
}

/** The reason a session cannot take a message, with the supported choices; undefined if it can. */
export function capabilityRefusal(
  profile: CapabilityProfile,
  { mode, attachments }: Delivered,
): CapabilityError | undefined {
  const { facts } = profile
  const taken = takenByFacts.get(facts) ?? new Set<string>()
  const key = `${mode} ${attachments.map(({ type }) => type).join(' ')}`
  if (taken.has(key)) return undefined
  const refusal = findRefusal(profile, { mode, attachments })
  if (refusal === undefined) takenByFacts.set(facts, taken.add(key))
  return refusal
}

function findRefusal(
  profile: CapabilityProfile,
  { mode, attachments }: Delivered,
): CapabilityError | undefined {
  const ofMode = refusalOf(profile, { delivery: mode })
  if (ofMode !== undefined) {
    const supported = deliveryModes.filter((each) => refusalOf(profile, { delivery: each }) === undefined)
    return withChoice(ofMode, { requested: mode, supported })
  }
  const types = attachments.map(({ type }) => type)
  const ofType = refusalOf(profile, { attachments: types })
  if (ofType === undefined) return undefined
  const supported = attachmentTypes.filter(
    (each) => refusalOf(profile, { attachments: [each] }) === undefined,
  )
  return withChoice(ofType, { requested: [...new Set(types)], supported })
}

function withChoice(
  { id, agent, support, evidence }: CapabilityError,
  { requested, supported }: { requested: unknown; supported: readonly string[] },
): CapabilityError {
  const hint = supported.length === 0 ? 'The session accepts none.' : `Use one of ${supported.join(', ')}.`
  return new CapabilityError(id, { agent, support, evidence, requested, supported, hint })
}

/** The reason a session cannot fulfill a request; undefined if it can. */
export function refusalOf(
  profile: CapabilityProfile,
  request: CapabilityRequest,
): CapabilityError | undefined {
  for (const result of compare(profile, requirementsFor(request)).results) {
    const error = capabilityErrorFor(profile, result)
    if (error !== undefined) return error
  }
  return undefined
}

/** @throws CapabilityError if the participant can emit none of these types. An unknown profile passes. */
export function requireEvents({
  id,
  types,
  emits,
  profile,
}: {
  id: string
  types: readonly string[]
  emits?: readonly string[]
  profile?: CapabilityProfile
}): void {
  if (emits?.some((type) => types.includes(type))) return
  if (emits !== undefined) throw new CapabilityError(`events.${types[0]}`, { agent: id, supported: emits })
  if (profile === undefined) return
  const refusals = types.map((type) => refusalOf(profile, { events: [type] }))
  const [first] = refusals
  if (first !== undefined && !refusals.includes(undefined)) throw first
}
