import type { SessionsContext } from '../context.ts'

/** An answered delivery. */
interface Answered {
  readonly id: string
  readonly recipient: string
  /** Stores the outcome. */
  readonly store: () => void
  /** Marks and hands over what is due now. */
  readonly next: () => void
}

/** Outcomes per transaction: other work runs in between. */
const maxSize = 256

/** Stores outcomes that arrive together in one transaction. */
export class OutcomeBatch {
  readonly #context: SessionsContext
  #waiting: Answered[] = []

  constructor(context: SessionsContext) {
    this.#context = context
  }

  /** Adds an outcome; storing it is repeated until it succeeds. */
  add(answered: Answered): void {
    if (this.#waiting.length === 0) queueMicrotask(() => this.#flush())
    this.#waiting.push(answered)
  }

  #flush(): void {
    const batch = this.#take()
    const [first] = batch
    if (first !== undefined && batch.length === 1) return this.#storeOne(first)
    try {
      this.#context.log.transaction(() => {
        for (const { store } of batch) store()
      })
    } catch {
      // One of them may be to blame.
      for (const answered of batch) this.#storeOne(answered)
      return
    }
    // Marked one by one: a crash leaves only the deliveries of one session in doubt.
    for (const { next } of batch) next()
  }

  /** Takes the oldest outcome of each session: what it makes due comes before what later outcomes make due. */
  #take(): Answered[] {
    const batch = new Map<string, Answered>()
    const left: Answered[] = []
    for (const answered of this.#waiting) {
      if (batch.size < maxSize && !batch.has(answered.recipient)) batch.set(answered.recipient, answered)
      else left.push(answered)
    }
    this.#waiting = left
    if (left.length > 0) {
      const flush = (): void => this.#flush()
      if (batch.size < maxSize) queueMicrotask(flush)
      else setImmediate(flush)
    }
    return [...batch.values()]
  }

  /** Stores an outcome and marks the next deliveries of the session in one transaction. */
  #storeOne({ id, store, next }: Answered): void {
    const { log, unsaved } = this.#context
    unsaved.attempt(`outcome ${id}`, `Could not store the outcome of delivery ${id}`, () =>
      log.transaction(() => {
        store()
        next()
      }),
    )
  }
}
