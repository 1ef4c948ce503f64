import { frozenCopy } from '../capabilities/frozen-copy.ts'
import { CapstanError, type CapstanErrorOptions } from '../core/capstan-error.ts'
import { nearestName } from '../core/text/nearest-name.ts'
import { bareHandle, checkIdentityInput, handleFrom } from './check/check-identity.ts'
import type { SessionsContext } from './context.ts'
import type { AgentIdentity, AgentIdentityInput } from './identity.ts'
import type { ParticipantRecord } from './store/session-store.ts'

/** The reserved sender of Capstan's own notices. */
export const systemIdentity: AgentIdentity = { id: 'capstan', name: 'Capstan', handle: 'capstan' }

/** All stored participants, by id and by handle. */
export class Directory {
  readonly #context: SessionsContext
  readonly #records = new Map<string, ParticipantRecord>()
  /** Ids by normalized handle; released participants have none. */
  readonly #handles = new Map<string, string>()

  constructor(context: SessionsContext) {
    this.#context = context
    for (const record of context.store.participants()) this.#index(record)
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

  /** The id of an id or `@handle`. @throws CapstanError `UNKNOWN_SESSION`. */
  idOf(reference: string): string {
    const record = this.find(reference)
    if (record !== undefined) return record.identity.id
    const message = `Unknown participant ${JSON.stringify(reference)}`
    throw new CapstanError('UNKNOWN_SESSION', message, this.hintsFor(reference))
  }

  /** Stores and indexes a record. */
  put(record: ParticipantRecord): void {
    this.#context.store.putParticipant(record)
    this.#index(record)
  }

  /** Changes a record and its `updatedAt`. */
  change(id: string, change: Partial<Omit<ParticipantRecord, 'identity' | 'kind' | 'createdAt'>>): void {
    const record = this.#records.get(id)
    if (record !== undefined) this.put({ ...record, ...change, updatedAt: this.#context.clock.now() })
  }

  /** Deletes a record; its handle is free. */
  remove(id: string): void {
    const record = this.#records.get(id)
    if (record === undefined) return
    this.#context.store.removeParticipant(id)
    this.#freeHandleOf(record)
    this.#records.delete(id)
  }

  /** Fills in the missing parts of an identity. @throws ValidationError, or CapstanError `HANDLE_TAKEN`. */
  complete(input: AgentIdentityInput, prefix: string): AgentIdentity {
    checkIdentityInput(input)
    const id = input.id ?? this.#context.createId(prefix)
    const handle =
      input.handle === undefined ? this.freeHandle(handleFrom(input.name)) : bareHandle(input.handle)
    this.requireFree(handle, id)
    return frozenCopy({ ...input, id, handle })
  }

  /** The requested handle, or that handle with a number if it is taken. */
  freeHandle(requested: string): string {
    for (let count = 1; ; count++) {
      const handle = count === 1 ? requested : `${requested}-${count}`
      if (!this.#isTaken(handle)) return handle
    }
  }

  /** @throws CapstanError `HANDLE_TAKEN` if another participant has the handle. */
  requireFree(handle: string, id: string): void {
    if (id === systemIdentity.id) throw takenError(`The id ${id}`)
    if (this.#handles.get(keyOf(handle)) === id || !this.#isTaken(handle)) return
    throw takenError(`The handle @${handle}`)
  }

  /** Suggests the nearest handle, or says how to list all. */
  hintsFor(reference: string): Pick<CapstanErrorOptions, 'hint' | 'commandHint'> {
    const handles = this.records().map(({ identity }) => `@${identity.handle}`)
    const near = nearestName(reference.startsWith('@') ? reference : `@${reference}`, handles)
    if (near !== undefined) return { hint: `Did you mean ${near}?` }
    return {
      hint: 'Call `records()` to list all ids and handles.',
      commandHint: 'Run capstan session list --all to list all sessions.',
    }
  }

  #isTaken(handle: string): boolean {
    return this.#handles.has(keyOf(handle)) || keyOf(handle) === systemIdentity.handle
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

/** Handles that look the same count as the same. */
function keyOf(handle: string): string {
  return handle.normalize('NFKC').toLowerCase()
}

function takenError(what: string): CapstanError {
  return new CapstanError('HANDLE_TAKEN', `${what} is already taken`, {
    hint: 'Choose another one, or release the session that has it.',
  })
}
