import { CapstanError } from './capstan-error.ts'
import { RingBuffer } from './ring-buffer.ts'
import { ValidationError } from './validation-error.ts'

export interface EventQueueOptions {
  /** How many items may wait for the reader (default: 1024). */
  capacity?: number
  /** Called once when the reader leaves before the end, so that the producer can stop. */
  onReaderLeft?: () => void
}

interface Waiting<T> {
  resolve: (result: IteratorResult<T, undefined>) => void
  reject: (error: unknown) => void
}

const finished = Object.freeze({ done: true, value: undefined })

/** The one reader of a queue. */
export interface EventQueueReader<T> extends AsyncIterableIterator<T, undefined> {
  /** The next item, in order; several calls may be in flight and are answered in order. */
  next(): Promise<IteratorResult<T, undefined>>
  /** Leaves the queue: waiting items are discarded. */
  return(): Promise<IteratorResult<T, undefined>>
  [Symbol.asyncIterator](): EventQueueReader<T>
}

/**
 * A bounded queue between one producer and one reader. Nothing is dropped unless the reader leaves.
 *
 * The producer calls `push` and, when `push` returns a promise, awaits it before the next `push`; `end` or `fail`
 * is its last call. The reader iterates once, at any time, and gets every item from the first one on; then the
 * iteration ends, or throws the error of `fail`. When the reader leaves early (`break`, or `return()` on the
 * iterator), waiting items are discarded and later items are ignored.
 */
export class EventQueue<T> implements AsyncIterable<T, undefined> {
  readonly capacity: number
  readonly #onReaderLeft: (() => void) | undefined
  /** Items, stored as iterator results. */
  readonly #items = new RingBuffer<IteratorYieldResult<T>>()
  /** Pending reads. Always empty while items wait. */
  readonly #waiting = new RingBuffer<Waiting<T>>()
  #drained: PromiseWithResolvers<void> | undefined
  #ended = false
  /** The error that the reader has not received yet. */
  #failure: { error: unknown } | undefined
  #readerTaken = false
  #readerLeft = false

  constructor(options: EventQueueOptions = {}) {
    const { capacity = 1024, onReaderLeft } = options
    if (!Number.isInteger(capacity) || capacity < 1) {
      const message = 'must be an integer of at least 1'
      throw new ValidationError(`capacity ${message}`, [{ path: ['capacity'], message }])
    }
    this.capacity = capacity
    this.#onReaderLeft = onReaderLeft
  }

  /** How many items wait for the reader. */
  get size(): number {
    return this.#items.size
  }

  /** Whether the reader left before the end; items are no longer stored. */
  get readerLeft(): boolean {
    return this.#readerLeft
  }

  /**
   * Adds an item. Returns a promise when the queue is full afterwards; it resolves once the queue has capacity
   * again, has ended, or the reader has left.
   * @throws CapstanError `QUEUE_OVERFLOW` when the queue is already full, `QUEUE_ENDED` after `end` or `fail`.
   */
  push(item: T): Promise<void> | undefined {
    if (this.#ended) throw endedError()
    if (this.#readerLeft) return undefined
    if (this.#items.size >= this.capacity) throw overflowError(this.capacity)
    return this.#take(item)
  }

  /**
   * Adds an item even to a full queue, for a second producer with few items. Returns the same promise as `push`
   * when the queue is at or above its capacity.
   * @throws CapstanError `QUEUE_ENDED` after `end` or `fail`.
   */
  insert(item: T): Promise<void> | undefined {
    if (this.#ended) throw endedError()
    if (this.#readerLeft) return undefined
    return this.#take(item)
  }

  /** No more items. The first of `end` and `fail` counts; later calls do nothing. */
  end(): void {
    this.#close(undefined)
  }

  /** No more items, because of this error: the reader gets the error after the waiting items. */
  fail(error: unknown): void {
    this.#close({ error })
  }

  /**
   * The reader. A queue has only one.
   * @throws CapstanError `QUEUE_READER_TAKEN` on the second call.
   */
  [Symbol.asyncIterator](): EventQueueReader<T> {
    if (this.#readerTaken) throw readerTakenError()
    this.#readerTaken = true
    // Not an async generator: that costs a third of a JSON.parse more for each item.
    return {
      next: () => this.#next(),
      return: () => this.#leave(),
      [Symbol.asyncIterator]() {
        return this
      },
    }
  }

  #take(item: T): Promise<void> | undefined {
    const answer: IteratorYieldResult<T> = { done: false, value: item }
    const reader = this.#waiting.shift()
    if (reader !== undefined) {
      reader.resolve(answer)
      return undefined
    }
    this.#items.push(answer)
    if (this.#items.size < this.capacity) return undefined
    this.#drained ??= Promise.withResolvers<void>()
    return this.#drained.promise
  }

  #next(): Promise<IteratorResult<T, undefined>> {
    const answer = this.#items.shift()
    if (answer !== undefined) {
      this.#release()
      return Promise.resolve(answer)
    }
    if (!this.#ended && !this.#readerLeft) {
      return new Promise((resolve, reject) => this.#waiting.push({ resolve, reject }))
    }
    const failure = this.#failure
    this.#failure = undefined
    return failure === undefined ? Promise.resolve(finished) : Promise.reject(failure.error)
  }

  #leave(): Promise<IteratorResult<T, undefined>> {
    const left = !this.#ended || this.#items.size > 0 || this.#failure !== undefined
    if (left && !this.#readerLeft) {
      this.#readerLeft = true
      this.#failure = undefined
      this.#items.clear()
      this.#answerWaiting()
      this.#release()
      this.#onReaderLeft?.()
    }
    return Promise.resolve(finished)
  }

  #close(failure: { error: unknown } | undefined): void {
    if (this.#ended) return
    this.#ended = true
    if (!this.#readerLeft) this.#failure = failure
    this.#answerWaiting()
    this.#release()
  }

  /** Ends every pending read; the first one gets the failure. */
  #answerWaiting(): void {
    for (let reader = this.#waiting.shift(); reader !== undefined; reader = this.#waiting.shift()) {
      const failure = this.#failure
      this.#failure = undefined
      if (failure === undefined) reader.resolve(finished)
      else reader.reject(failure.error)
    }
  }

  /** Resolves the promise of a waiting producer. */
  #release(): void {
    this.#drained?.resolve()
    this.#drained = undefined
  }
}

function endedError(): CapstanError {
  return new CapstanError('QUEUE_ENDED', 'The queue has ended and accepts no more items', {
    hint: 'Push nothing after end() or fail().',
  })
}

function overflowError(capacity: number): CapstanError {
  return new CapstanError('QUEUE_OVERFLOW', `The queue is full: ${capacity} items wait for the reader`, {
    hint: 'Await the promise that push() returned before pushing again.',
  })
}

function readerTakenError(): CapstanError {
  return new CapstanError('QUEUE_READER_TAKEN', 'The queue already has a reader', {
    hint: 'Read the queue once and pass the items on to other consumers.',
  })
}
