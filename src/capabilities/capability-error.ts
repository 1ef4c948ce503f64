import { CapstanError } from '../core/capstan-error.ts'
import { requireObject } from '../core/check-argument.ts'
import type { ComparedRequirement } from './compare.ts'
import { defined } from './defined.ts'
import type { Evidence, Support } from './evidence.ts'
import type { CapabilityProfile } from './profile.ts'
import type { RequiredValue } from './requirements.ts'

/** The details of a capability error. */
export interface CapabilityErrorDetails {
  /** The agent, session or A2E host that lacks the capability. */
  agent?: string
  /** The canonical id, if `capability` is an ecosystem's name for it. */
  id?: string
  support?: Exclude<Support, 'supported'>
  /** The requested value. */
  requested?: unknown
  /** The supported values. */
  supported?: unknown
  evidence?: readonly Evidence[]
  /** A published message; by default the message is built from the other details. */
  message?: string
  hint?: string
  commandHint?: string
  cause?: unknown
}

/** A request needs a capability that the agent lacks or is not known to have. Nothing was started. */
export class CapabilityError extends CapstanError {
  declare readonly code: 'CAPABILITY_ERROR'
  readonly agent: string
  /** The capability's name in the ecosystem of the agent. */
  readonly capability: string
  /** The canonical id of the capability. */
  readonly id: string
  readonly support: Exclude<Support, 'supported'>
  declare readonly requested?: unknown
  declare readonly supported?: unknown
  readonly evidence: readonly Evidence[]

  constructor(capability: string, details: CapabilityErrorDetails = {}) {
    const { agent = 'unknown', support = 'unsupported', requested, supported, evidence = [] } = details
    super(
      'CAPABILITY_ERROR',
      details.message ?? defaultMessage(capability, agent, support),
      defined({ hint: details.hint, commandHint: details.commandHint, cause: details.cause }),
    )
    this.agent = agent
    this.capability = capability
    this.id = details.id ?? capability
    this.support = support
    this.evidence = evidence
    Object.assign(this, defined({ requested, supported }))
  }

  override toJSON(): Record<string, unknown> {
    const { agent, capability, id, support, requested, supported, evidence } = this
    return {
      ...super.toJSON(),
      agent,
      capability,
      id,
      support,
      ...defined({ requested, supported }),
      evidence,
    }
  }
}

function defaultMessage(capability: string, agent: string, support: Support): string {
  return support === 'unknown'
    ? `No evidence yet whether '${agent}' supports ${capability}`
    : `'${agent}' does not support ${capability}`
}

/** The error for an unmet requirement; undefined if the requirement is met. */
export function capabilityErrorFor(
  profile: CapabilityProfile,
  compared: ComparedRequirement,
): CapabilityError | undefined {
  requireObject(profile, 'profile', ['subject'])
  requireObject(compared, 'result', ['requirement', 'fact'])
  const { requirement, verdict, fact } = compared
  if (verdict === 'met') return undefined
  const { id, value } = requirement
  return new CapabilityError(id, {
    agent: profile.subject.id,
    support: verdict,
    evidence: fact.evidence,
    ...defined({
      requested: value,
      supported: fact.value,
      hint: hintFor(verdict, value, fact.value),
      commandHint:
        verdict === 'unknown' ? `Run capstan probe ${profile.subject.id} to ask the agent.` : undefined,
    }),
  })
}

function hintFor(
  verdict: 'unsupported' | 'unknown',
  requested: RequiredValue | undefined,
  supported: unknown,
): string | undefined {
  if (verdict === 'unknown') return 'Add evidence with an override, or probe the agent.'
  if (requested === undefined || !Array.isArray(supported) || supported.length === 0) return undefined
  return `Use ${supported.join('within' in requested ? ' to ' : ', ')}.`
}
