import { ValidationError } from '../core/validation-error.ts'
import type { SessionsContext } from './context.ts'
import type { Directory } from './directory.ts'
import type { PruneQuery } from './store/session-store.ts'

/** How long ended records are kept, in milliseconds; `Infinity` keeps them. */
export interface RetentionPolicy {
  /** Messages with their deliveries and receipts, from the last deadline of a message whose deliveries have all ended. */
  messagesMs: number
  /** Invocations of actions, from their start; until then a repeated idempotency key returns the result. */
  invocationsMs: number
  /** Released sessions, from their release. */
  participantsMs: number
}

const day = 86_400_000

export const defaultRetention: RetentionPolicy = {
  messagesMs: 30 * day,
  invocationsMs: 30 * day,
  participantsMs: 30 * day,
}

/** @throws ValidationError */
export function checkRetention(given: Partial<RetentionPolicy> = {}): RetentionPolicy {
  const retention = { ...defaultRetention, ...given }
  const names = Object.keys(defaultRetention) as (keyof RetentionPolicy)[]
  const issues = names
    .filter((name) => Number.isNaN(retention[name]) || !(retention[name] > 0))
    .map((name) => ({ path: [name], message: 'must be a number of milliseconds above 0, or Infinity' }))
  const [first] = issues
  if (first === undefined) return Object.freeze(retention)
  throw new ValidationError(`Invalid retention: ${first.path.join('.')} ${first.message}`, issues)
}

/** Records per transaction: other work runs in between. */
const batch = 200
const firstMs = 1000
const pauseMs = 3_600_000

/**
 * Deletes ended records after their time: soon and then once an hour. Its timer does not keep the process alive. A
 * store that cannot prune keeps everything.
 */
export class Housekeeping {
  readonly #context: SessionsContext
  readonly #directory: Directory
  readonly #retention: RetentionPolicy
  readonly #canPrune: boolean
  #timer: NodeJS.Timeout | undefined
  #isOver = false

  /** @throws ValidationError */
  constructor(context: SessionsContext, directory: Directory, retention: Partial<RetentionPolicy> = {}) {
    this.#context = context
    this.#canPrune = context.store.prune !== undefined
    this.#directory = directory
    this.#retention = checkRetention(retention)
    if (!this.#canPrune && Object.keys(retention).length > 0)
      context.warn('Ignored the retention: this store keeps all records')
  }

  start(delay = firstMs): void {
    if (!this.#canPrune) return
    this.#timer = setTimeout(() => void this.#work(), delay).unref()
  }

  stop(): void {
    this.#isOver = true
    clearTimeout(this.#timer)
  }

  async #work(): Promise<void> {
    try {
      await this.#prune()
    } catch (error) {
      this.#context.warn('Could not delete old records', error)
    }
    if (!this.#isOver) this.start(pauseMs)
  }

  /** With a shared store, one node at a time. */
  async #prune(): Promise<void> {
    const { shared } = this.#context.store
    if (shared === undefined) await this.#pruneAll()
    else await shared.exclusively('retention', () => this.#pruneAll())
  }

  async #pruneAll(): Promise<void> {
    const { clock } = this.#context
    const { messagesMs, invocationsMs, participantsMs } = this.#retention
    const now = clock.now()
    this.#forgetReleased(now - participantsMs)
    const before = { messagesBefore: now - messagesMs, invocationsBefore: now - invocationsMs }
    while (!this.#isOver && (await this.#pruneBatch({ ...before, limit: batch })) > 0) {
      await new Promise((resolve) => setImmediate(resolve))
    }
  }

  async #pruneBatch(query: PruneQuery): Promise<number> {
    const { store } = this.#context
    const work = (): number => store.prune?.(query) ?? 0
    return store.shared === undefined ? work() : store.shared.durably(work)
  }

  /** A released session with a queued message stays: the message may be kept for it. */
  #forgetReleased(before: number): void {
    const { store } = this.#context
    const open = ['pending', 'surfacing', 'accepted', 'in-doubt'] as const
    for (const { identity, status, updatedAt } of this.#directory.records()) {
      if (status !== 'released' || updatedAt >= before) continue
      if (store.countDeliveries({ recipient: identity.id, states: open }) === 0)
        this.#directory.remove(identity.id)
    }
  }
}
