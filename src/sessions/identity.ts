/** The identity of a participant, in every message and event. */
export interface AgentIdentity {
  /** Never changes and is never reused. */
  id: string
  name: string
  /** Written after the `@`; unique among all participants that are not released. */
  handle: string
  displayName?: string
  description?: string
  metadata?: Record<string, unknown>
}

/** Input for an identity; missing fields are generated. */
export interface AgentIdentityInput extends Partial<Omit<AgentIdentity, 'name'>> {
  name: string
}

/** A session receives messages; a person only reads its inbox. */
export type ParticipantKind = 'session' | 'person'
