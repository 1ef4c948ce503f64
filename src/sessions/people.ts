import { CapstanError } from '../core/capstan-error.ts'
import type { Actions } from './actions.ts'
import { bareHandle, checkIdentityInput, handleFrom } from './check/check-identity.ts'
import type { Directory } from './directory.ts'
import type { SessionsContext } from './context.ts'
import { RegisteredParticipant } from './registered-participant.ts'
import type { AgentIdentityInput } from './identity.ts'
import type { Messaging } from './messages/messaging.ts'
import type { Participant } from './participant.ts'

/** Registers people, who send messages and read their inboxes. */
export class People {
  readonly #options: {
    context: SessionsContext
    directory: Directory
    messaging: Messaging
    actions: Actions
  }

  constructor(options: {
    context: SessionsContext
    directory: Directory
    messaging: Messaging
    actions: Actions
  }) {
    this.#options = options
  }

  /** Joining with the id or handle of a known person returns that person. */
  join(input: AgentIdentityInput): Participant {
    const { context, directory } = this.#options
    context.requireOpen()
    checkIdentityInput(input)
    const requested = input.handle === undefined ? handleFrom(input.name) : bareHandle(input.handle)
    const before = directory.find(input.id ?? `@${requested}`)
    const isKnown = before?.kind === 'person'
    const id = isKnown ? before.identity.id : input.id
    const handle = isKnown && input.handle === undefined ? before.identity.handle : input.handle
    const identity = directory.complete(
      { ...input, ...(id === undefined ? {} : { id }), ...(handle === undefined ? {} : { handle }) },
      'per',
    )
    if (before?.kind === 'session' && before.identity.id === identity.id) {
      throw new CapstanError('HANDLE_TAKEN', `The id ${identity.id} belongs to a session`)
    }
    const now = context.clock.now()
    directory.put({ identity, kind: 'person', createdAt: before?.createdAt ?? now, updatedAt: now })
    return new RegisteredParticipant({ ...this.#options, identity, kind: 'person' })
  }

  find(id: string): Participant | undefined {
    const record = this.#options.directory.record(id)
    if (record?.kind !== 'person') return undefined
    return new RegisteredParticipant({ ...this.#options, identity: record.identity, kind: 'person' })
  }
}
