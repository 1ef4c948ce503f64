const firstSlots = Array.from({ length: 8 }, () => undefined)
const largestIdle = 64

/**
 * A first-in, first-out buffer in one circular array.
 * Capacity doubles when needed and is released when a large buffer becomes empty; removed items are not referenced.
 */
export class RingBuffer<T> {
  /** The length is 0 or a power of two, so that a bit mask wraps an index. */
  #slots: (T | undefined)[] = []
  #first = 0
  #size = 0

  get size(): number {
    return this.#size
  }

  /** How many items fit without growing. */
  get slots(): number {
    return this.#slots.length
  }

  push(item: T): void {
    if (this.#size === this.#slots.length) this.#grow()
    this.#slots[(this.#first + this.#size) & (this.#slots.length - 1)] = item
    this.#size++
  }

  /** Removes and returns the oldest item. Check `size` first: an empty buffer returns `undefined`. */
  shift(): T | undefined {
    if (this.#size === 0) return undefined
    const item = this.#slots[this.#first]
    this.#slots[this.#first] = undefined
    this.#first = (this.#first + 1) & (this.#slots.length - 1)
    this.#size--
    if (this.#size === 0 && this.#slots.length > largestIdle) this.clear()
    return item
  }

  clear(): void {
    this.#slots = []
    this.#first = 0
    this.#size = 0
  }

  #grow(): void {
    // Whole-array operations: filling slot by slot would cost more than everything else here.
    const items = this.#slots.slice(this.#first).concat(this.#slots.slice(0, this.#first))
    this.#slots = this.#size === 0 ? firstSlots.slice() : items.concat(items).fill(undefined, this.#size)
    this.#first = 0
  }
}
