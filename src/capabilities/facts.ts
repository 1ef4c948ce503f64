import type { Evidence, ObservedScope, Support, Transport } from './evidence.ts'
import { frozenCopy } from './frozen-copy.ts'

/** The known facts about one capability of one subject. */
export interface CapabilityFact {
  /** A dotted noun such as `session.resume`; the set is open. */
  readonly id: string
  readonly support: Support
  readonly value?: unknown
  /** All evidence, the deciding piece first. */
  readonly evidence: readonly Evidence[]
}

/** The subject of a profile. */
export interface ProfileSubject {
  readonly kind: 'agent' | 'model' | 'session' | 'host'
  readonly id: string
  /** The installed version: evidence of another version weighs less. */
  readonly version?: string
  /** The selected model: evidence about another one does not count. */
  readonly model?: string
  /** How the agent is driven (default: the better of both transports). */
  readonly transport?: Transport
  /** The agent's ACP version. */
  readonly protocolVersion?: 1 | 2
  /** The surface that serves the agent, such as `AG-UI`, which can limit its capabilities. */
  readonly surface?: string
}

/** All facts of one subject. Immutable JSON data. */
export interface CapabilityProfile {
  readonly subject: ProfileSubject
  readonly facts: Readonly<Record<string, CapabilityFact>>
}

/** A piece of evidence and its capability. */
export interface Claim {
  readonly id: string
  readonly evidence: Evidence
}

/** A claim from an experiment, with the transport on which it was seen. */
export interface ObservedClaim extends Claim {
  readonly evidence: Evidence & { readonly source: 'observed'; readonly scope: ObservedScope }
}

/** The outcome of weighing the evidence about one capability. */
export type Resolution = Omit<CapabilityFact, 'id'>

/** Resolves the claims about each id and freezes the facts. Unchecked: a converter in a page brings no error classes. */
export function assembleProfile(
  subject: ProfileSubject,
  claims: Iterable<Claim>,
  resolve: (id: string, evidence: readonly Evidence[]) => Resolution,
): CapabilityProfile {
  const evidenceById = new Map<string, Evidence[]>()
  for (const { id, evidence } of claims) {
    const list = evidenceById.get(id)
    const piece = frozenCopy(evidence)
    if (list === undefined) evidenceById.set(id, [piece])
    else list.push(piece)
  }
  // Without a prototype, so that an id such as `__proto__` or `constructor` is an id like any other.
  const facts: Record<string, CapabilityFact> = Object.create(null)
  for (const [id, evidence] of evidenceById) {
    const resolution = resolve(id, evidence)
    Object.freeze(resolution.evidence)
    facts[id] = Object.freeze({ id, ...resolution })
  }
  return Object.freeze({ subject: frozenCopy(subject), facts: Object.freeze(facts) })
}

/** The fact about `id`, without a check of the arguments; `unknown` if there is no evidence yet. */
export function factIn({ facts }: CapabilityProfile, id: string): CapabilityFact {
  const fact = Object.hasOwn(facts, id) ? facts[id] : undefined
  return fact ?? { id, support: 'unknown', evidence: [] }
}
