import { frozenCopy } from '../capabilities/frozen-copy.ts'
import { CapstanError, type CapstanErrorOptions } from '../core/capstan-error.ts'
import { nearestName } from '../core/text/nearest-name.ts'
import { bareHandle, checkIdentityInput, handleFrom } from './check/check-identity.ts'
import type { SessionsContext } from './context.ts'
import type { AgentIdentity, AgentIdentityInput } from './identity.ts'
import type { ParticipantRecord } from './store/session-store.ts'

/** Under this id the host itself writes; nobody else has it. */
export const hostIdentity: AgentIdentity = { id: 'capstan', name: 'Capstan', handle: 'capstan' }

/** Everybody who is kept, by id and by handle. What is here is what is in the store. */
export class Directory {
  readonly #host: SessionsContext
  readonly #records = new Map<string, ParticipantRecord>()
  /** Ids by the key of their handles; those who are released have none. */
  readonly #handles = new Map<string, string>()

  constructor(host: SessionsContext) {
    this.#host = host
    for (const record of host.store.participants()) this.#index(record)
  }

  record(id: string): ParticipantRecord | undefined {
    return this.#records.get(id)
  }

  records(): ParticipantRecord[] {
    return [...this.#records.values()]
  }

  /** By id or `@handle`. */
  find(reference: string): ParticipantRecord | undefined {
    const id = reference.startsWith('@')
      ? this.#handles.get(keyOf(reference.slice(1)))
      : this.#records.has(reference)
        ? reference
        : undefined
    return id === undefined ? undefined : this.#records.get(id)
  }

  /** Keeps a record in the store and here. */
  put(record: ParticipantRecord): void {
    this.#host.store.putParticipant(record)
    this.#index(record)
  }

  /** Changes a record; its time goes with it. */
  change(id: string, change: Partial<Omit<ParticipantRecord, 'identity' | 'kind' | 'createdAt'>>): void {
    const record = this.#records.get(id)
    if (record !== undefined) this.put({ ...record, ...change, updatedAt: this.#host.clock.now() })
  }

  /**
   * Makes the parts of an identity that are not given, so that its handle is nobody else's.
   * @throws ValidationError, or CapstanError `HANDLE_TAKEN`.
   */
  complete(input: AgentIdentityInput, prefix: string): AgentIdentity {
    checkIdentityInput(input)
    const id = input.id ?? this.#host.createId(prefix)
    const handle =
      input.handle === undefined ? this.freeHandle(handleFrom(input.name)) : bareHandle(input.handle)
    this.requireFree(handle, id)
    return frozenCopy({ ...input, id, handle })
  }

  /** A handle that nobody has: this one, or this one with a number. */
  freeHandle(wanted: string): string {
    for (let count = 1; ; count++) {
      const handle = count === 1 ? wanted : `${wanted}-${count}`
      if (!this.#isTaken(handle)) return handle
    }
  }

  /** @throws CapstanError `HANDLE_TAKEN` when somebody other than this one has the handle. */
  requireFree(handle: string, id: string): void {
    if (id === hostIdentity.id) throw takenError(`The id ${id}`)
    if (this.#handles.get(keyOf(handle)) === id || !this.#isTaken(handle)) return
    throw takenError(`The handle @${handle}`)
  }

  /** Hints that name whoever was probably meant, or say where to look. */
  hintsFor(reference: string): Pick<CapstanErrorOptions, 'hint' | 'commandHint'> {
    const handles = this.records().map(({ identity }) => `@${identity.handle}`)
    const near = nearestName(reference.startsWith('@') ? reference : `@${reference}`, handles)
    if (near !== undefined) return { hint: `Did you mean ${near}?` }
    return {
      hint: 'Look at `records()` for those who are there, each by its id and `@handle`.',
      commandHint: 'Run capstan session list --all to see who is there.',
    }
  }

  #isTaken(handle: string): boolean {
    return this.#handles.has(keyOf(handle)) || keyOf(handle) === hostIdentity.handle
  }

  #index(record: ParticipantRecord): void {
    const { id, handle } = record.identity
    const before = this.#records.get(id)
    if (before !== undefined) this.#freeHandleOf(before)
    this.#records.set(id, record)
    if (record.status !== 'released') this.#handles.set(keyOf(handle), id)
  }

  #freeHandleOf({ identity }: ParticipantRecord): void {
    const handle = keyOf(identity.handle)
    if (this.#handles.get(handle) === identity.id) this.#handles.delete(handle)
  }
}

/** Handles that look the same are the same. */
function keyOf(handle: string): string {
  return handle.normalize('NFKC').toLowerCase()
}

function takenError(what: string): CapstanError {
  return new CapstanError('HANDLE_TAKEN', `${what} is somebody else’s`, {
    hint: 'Choose another one, or release the session that has it.',
  })
}
