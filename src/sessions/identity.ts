/** Who somebody is, in every message and event. */
export interface AgentIdentity {
  /** Never changes and is never given to anybody else. */
  id: string
  name: string
  /** What others write after the `@`; unique among those who are there. */
  handle: string
  displayName?: string
  description?: string
  metadata?: Record<string, unknown>
}

/** What an identity is made of; the rest is made. */
export interface AgentIdentityInput extends Partial<Omit<AgentIdentity, 'name'>> {
  name: string
}

/** A session can be given messages; a person only reads its inbox. */
export type ParticipantKind = 'session' | 'person'
