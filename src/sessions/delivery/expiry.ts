import type { SessionsContext } from '../context.ts'
import type { Delivery } from '../delivery.ts'
import type { Ledger } from './ledger.ts'

export interface ExpiryOptions {
  context: SessionsContext
  ledger: Ledger
  /** Deliveries of this recipient have ended: messages queued behind them may be due. */
  onEnded: (recipient: string) => void
}

/** Expired deliveries per transaction. */
const batch = 500

/** Ends expired deliveries. One that the store refuses is tried again later and holds back no other. */
export class Expiry {
  readonly #options: ExpiryOptions
  /** The ids of refused deliveries, which are tried again. */
  readonly #refused = new Set<string>()

  constructor(options: ExpiryOptions) {
    this.#options = options
  }

  /** Whether expired deliveries are left that the store refused to end. */
  get hasRefused(): boolean {
    return this.#refused.size > 0
  }

  endAll(): void {
    const { store, clock } = this.#options.context
    /** Refused in this call, also those that belong to another node. */
    const tried = new Set<string>()
    for (;;) {
      const limit = batch + tried.size + this.#refused.size
      const expired = store
        .expired(clock.now(), limit)
        .filter(({ id }) => !tried.has(id) && !this.#refused.has(id))
        .slice(0, batch)
      if (expired.length === 0) return
      for (const group of this.#groups(expired)) this.#end(group)
      // What is still open after its transaction was refused.
      for (const { id } of expired) if (store.delivery(id)?.state !== 'dead') tried.add(id)
    }
  }

  /** The commit of a shared store refuses what belongs to a session of another node: one group for each session. */
  #groups(expired: readonly Delivery[]): Iterable<readonly Delivery[]> {
    if (this.#options.context.store.shared === undefined) return [expired]
    return Map.groupBy(expired, ({ recipient }) => recipient).values()
  }

  #end(group: readonly Delivery[]): void {
    const { shared } = this.#options.context.store
    try {
      const work = (): void => this.#expire(group)
      if (shared === undefined) work()
      else shared.durably(work).catch((error: unknown) => this.#onRefused(group, error))
    } catch (error) {
      this.#onRefused(group, error)
    }
  }

  #expire(group: readonly Delivery[]): void {
    const { context, ledger, onEnded } = this.#options
    context.log.transaction(() => {
      for (const delivery of group) ledger.expire(delivery)
    })
    for (const recipient of new Set(group.map((delivery) => delivery.recipient))) onEnded(recipient)
  }

  #onRefused(group: readonly Delivery[], error: unknown): void {
    const [delivery] = group
    if (group.length > 1) for (const each of group) this.#end([each])
    else if (delivery !== undefined) this.#tryLater(delivery, error)
  }

  #tryLater({ id }: Delivery, error: unknown): void {
    const { context } = this.#options
    this.#refused.add(id)
    const work = (): void => {
      const current = context.store.delivery(id)
      if (current !== undefined && this.#isToEnd(current)) this.#expireAgain(current)
      this.#refused.delete(id)
    }
    const problem = `Could not end the expired delivery ${id}`
    // False if another node owns the session: it ends the delivery.
    if (!context.unsaved.failed(`expire ${id}`, { problem, work, error })) this.#refused.delete(id)
  }

  #isToEnd({ state, deadline, recipient }: Delivery): boolean {
    const { store, clock } = this.#options.context
    const isOpen = state === 'pending' || state === 'accepted'
    return isOpen && deadline <= clock.now() && store.shared?.mayWrite(recipient) !== false
  }

  /** @throws if the store refuses it again; a shared store refuses it later. */
  #expireAgain(delivery: Delivery): void {
    if (this.#options.context.store.shared === undefined) this.#expire([delivery])
    else setImmediate(() => this.#end([delivery]))
  }
}
