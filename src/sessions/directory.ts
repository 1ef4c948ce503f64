import { frozenCopy } from '../capabilities/frozen-copy.ts'
import { CapstanError, type CapstanErrorOptions } from '../core/capstan-error.ts'
import { nearestName } from '../core/text/nearest-name.ts'
import { bareHandle, checkIdentityInput, handleFrom } from './check/check-identity.ts'
import { normalHandle, skeletonOf } from './check/look-alike.ts'
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
  /** Ids by what their handles look like. */
  readonly #looks = new Map<string, string>()

  constructor(context: SessionsContext) {
    this.#context = context
    for (const record of context.store.participants()) this.#index(record)
    context.store.shared?.subscribe({
      onChanges: ({ participants }) => {
        for (const id of participants) this.#readAgain(id)
      },
    })
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
      ? (this.#handles.get(reference.slice(1)) ?? this.#handles.get(normalHandle(reference.slice(1))))
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

  /**
   * Stores a record, in one transaction with the changes that `alongside` makes, and indexes it. If the transaction
   * fails, the index stays as it was.
   */
  put(record: ParticipantRecord, alongside?: () => void): void {
    const { log, store } = this.#context
    log.transaction(() => {
      alongside?.()
      store.putParticipant(record)
    })
    this.#index(record)
  }

  /** Changes a record and its `updatedAt`, like `put`. */
  change(
    id: string,
    change: Partial<Omit<ParticipantRecord, 'identity' | 'kind' | 'createdAt'>>,
    alongside?: () => void,
  ): void {
    const record = this.#records.get(id)
    if (record === undefined) return
    this.put({ ...record, ...change, updatedAt: this.#context.clock.now() }, alongside)
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

  /** @throws CapstanError `HANDLE_TAKEN` if another participant has the handle or one that looks like it. */
  requireFree(handle: string, id: string): void {
    if (id === systemIdentity.id) throw takenError(`The id ${id} is already taken`)
    const other = this.#looks.get(skeletonOf(handle)) ?? id
    if (other === id && !isReserved(handle)) return
    const taken = this.#records.get(other)?.identity.handle ?? systemIdentity.handle
    const isSame = normalHandle(taken) === normalHandle(handle)
    throw takenError(
      isSame ? `The handle @${handle} is already taken` : `The handle @${handle} looks like @${taken}`,
    )
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
    return this.#looks.has(skeletonOf(handle)) || isReserved(handle)
  }

  /** Another node changed the record, or a change of this node was refused. */
  #readAgain(id: string): void {
    const record = this.#context.store.participant(id)
    if (record !== undefined) return this.#index(record)
    const before = this.#records.get(id)
    if (before !== undefined) this.#freeHandleOf(before)
    this.#records.delete(id)
  }

  #index(record: ParticipantRecord): void {
    const { id, handle } = record.identity
    const before = this.#records.get(id)
    if (before !== undefined) this.#freeHandleOf(before)
    this.#records.set(id, record)
    if (record.status === 'released') return
    this.#handles.set(normalHandle(handle), id)
    this.#looks.set(skeletonOf(handle), id)
  }

  #freeHandleOf({ identity }: ParticipantRecord): void {
    const [handle, look] = [normalHandle(identity.handle), skeletonOf(identity.handle)]
    if (this.#handles.get(handle) === identity.id) this.#handles.delete(handle)
    if (this.#looks.get(look) === identity.id) this.#looks.delete(look)
  }
}

function isReserved(handle: string): boolean {
  return skeletonOf(handle) === skeletonOf(systemIdentity.handle)
}

function takenError(message: string): CapstanError {
  return new CapstanError('HANDLE_TAKEN', message, {
    hint: 'Choose another one, or release the session that has it.',
  })
}
