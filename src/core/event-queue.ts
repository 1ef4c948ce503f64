import { CapstanError } from './capstan-error.ts'
import { RingBuffer } from './ring-buffer.ts'
import { ValidationError } from './validation-error.ts'

export interface EventQueueOptions {
  /** How many items may wait for the reader; 1024 if not given. */
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
  /** Leaves the queue: what waits is let go. */
  return(): Promise<IteratorResult<T, undefined>>
  [Symbol.asyncIterator](): EventQueueReader<T>
}

/**
 * A bounded queue between one producer and one reader. Nothing is dropped unless the reader leaves.
 *
 * The producer calls `push` and, when that gives a promise, waits for it before the next `push`; `end` or `fail`
 * is its last call. The reader iterates once, at any time, and gets every item from the first one on; then the
 * iteration ends, or throws what `fail` was given. A reader that leaves (`break`, or `return()` on the iterator)
 * gives up the rest: what waits is let go, and later items are ignored.
 */
export class EventQueue<T> implements AsyncIterable<T, undefined> {
  readonly capacity: number
  readonly #onReaderLeft: (() => void) | undefined
  /** Each item is kept as the answer that its reader gets. */
  readonly #items = new RingBuffer<IteratorYieldResult<T>>()
  /** Reads that came before their items. Never filled while items wait. */
  readonly #waiting = new RingBuffer<Waiting<T>>()
  #room: PromiseWithResolvers<void> | undefined
  #ended = false
  /** What the reader still has to be told. */
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

  /** The reader went before the end: nothing more is kept. */
  get readerLeft(): boolean {
    return this.#readerLeft
  }

  /**
   * Takes the item. Gives a promise when it was the last that fits: it resolves as soon as there is room
   * again, the queue is closed, or the reader has left.
   * @throws CapstanError `QUEUE_OVERFLOW` when the queue is full already, `QUEUE_ENDED` after `end` or `fail`.
   */
  push(item: T): Promise<void> | undefined {
    if (this.#ended) throw endedError()
    if (this.#readerLeft) return undefined
    if (this.#items.size >= this.capacity) throw overflowError(this.capacity)
    return this.#take(item)
  }

  /**
   * Takes an item whether there is room or not, for a second producer whose items are few. Gives the same promise as
   * `push` when the queue is full or over.
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

  /** No more items, because of this error: the reader gets it after what waits. Nobody has to be reading. */
  fail(error: unknown): void {
    this.#close({ error })
  }

  /**
   * The reader. There is one in the life of a queue.
   * @throws CapstanError `QUEUE_READER_TAKEN` when it was asked for before.
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
    this.#room ??= Promise.withResolvers<void>()
    return this.#room.promise
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

  /** Tells every read in flight that nothing more comes; the first one gets the failure. */
  #answerWaiting(): void {
    for (let reader = this.#waiting.shift(); reader !== undefined; reader = this.#waiting.shift()) {
      const failure = this.#failure
      this.#failure = undefined
      if (failure === undefined) reader.resolve(finished)
      else reader.reject(failure.error)
    }
  }

  /** Lets a producer that waits for room go on. */
  #release(): void {
    this.#room?.resolve()
    this.#room = undefined
  }
}

function endedError(): CapstanError {
  return new CapstanError('QUEUE_ENDED', 'The queue has ended and takes no more items', {
    hint: 'Push nothing after end() or fail().',
  })
}

function overflowError(capacity: number): CapstanError {
  return new CapstanError('QUEUE_OVERFLOW', `The queue is full: ${capacity} items wait for the reader`, {
    hint: 'Wait for the promise that push() gave before pushing again.',
  })
}

function readerTakenError(): CapstanError {
  return new CapstanError('QUEUE_READER_TAKEN', 'The queue has a reader already', {
    hint: 'Read once and hand the items on from there to everyone who wants them.',
  })
}
