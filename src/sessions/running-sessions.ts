import type { CapabilityProfile } from '../capabilities/profile.ts'
import { CapstanError } from '../core/capstan-error.ts'
import type { Directory } from './directory.ts'
import { deriveCapabilities, personEvents } from './events/derived-capabilities.ts'
import { profileOf, requireEvents } from './negotiation.ts'
import type { RegisteredSession } from './registered-session.ts'

/** The registered sessions, and the profiles of all participants. */
export class RunningSessions {
  /** Registered sessions by id, without released ones. */
  readonly byId = new Map<string, RegisteredSession>()
  readonly #directory: Directory

  constructor(directory: Directory) {
    this.#directory = directory
  }

  /** By id or `@handle`. @throws CapstanError `UNKNOWN_SESSION` if it is unknown or not running. */
  get(reference: string): RegisteredSession {
    const session = this.byId.get(this.#directory.idOf(reference))
    if (session !== undefined) return session
    throw new CapstanError('UNKNOWN_SESSION', `${reference} is not running`, {
      hint: 'Register it again, or call `records()` to list all sessions.',
      commandHint: 'Run capstan session list --all to list all sessions.',
    })
  }

  /** The current profile of a session, running or not; undefined for a person and an unknown id. */
  profileOf(id: string): CapabilityProfile | undefined {
    const { capabilities, status = 'offline' } = this.#directory.record(id) ?? {}
    if (capabilities === undefined) return undefined
    return this.byId.get(id)?.profile ?? profileOf(id, deriveCapabilities(capabilities, status))
  }

  /** @throws CapabilityError if the participant emits none of these types. */
  requireEvents(id: string, types: readonly string[]): void {
    const isPerson = this.#directory.record(id)?.kind === 'person'
    requireEvents({ id, types, ...(isPerson ? { emits: personEvents } : { profile: this.profileOf(id) }) })
  }
}
