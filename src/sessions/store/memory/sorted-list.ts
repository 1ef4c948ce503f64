/** Larger chunks are split, so that inserts and deletes move few items. */
const maxChunkSize = 512

/** Sorted items; the comparison must never return 0 for two items. */
export class SortedList<Item> {
  readonly #compare: (left: Item, right: Item) => number
  readonly #chunks: Item[][] = []

  constructor(compare: (left: Item, right: Item) => number) {
    this.#compare = compare
  }

  get first(): Item | undefined {
    return this.#chunks[0]?.[0]
  }

  add(item: Item): void {
    const at = Math.min(this.#chunkOf(item), this.#chunks.length - 1)
    const chunk = this.#chunks[at]
    if (chunk === undefined) {
      this.#chunks.push([item])
      return
    }
    chunk.splice(this.#placeIn(chunk, item), 0, item)
    if (chunk.length > maxChunkSize) this.#chunks.splice(at + 1, 0, chunk.splice(maxChunkSize / 2))
  }

  /** Deletes an item whose sort position has not changed. */
  delete(item: Item): void {
    const at = this.#chunkOf(item)
    const chunk = this.#chunks[at]
    if (chunk === undefined) return
    chunk.splice(this.#placeIn(chunk, item), 1)
    if (chunk.length === 0) this.#chunks.splice(at, 1)
  }

  /** The first item for which `holds` is true; it must be true for all later items. */
  firstWhere(holds: (item: Item) => boolean): Item | undefined {
    const chunk = this.#chunks[firstIndex(this.#chunks, (each) => holds(lastOf(each)))]
    return chunk?.[firstIndex(chunk, holds)]
  }

  *[Symbol.iterator](): IterableIterator<Item> {
    for (const chunk of this.#chunks) yield* chunk
  }

  #chunkOf(item: Item): number {
    return firstIndex(this.#chunks, (chunk) => this.#compare(lastOf(chunk), item) >= 0)
  }

  #placeIn(chunk: readonly Item[], item: Item): number {
    return firstIndex(chunk, (each) => this.#compare(each, item) >= 0)
  }
}

/** Chunks are never empty. */
function lastOf<Item>(chunk: readonly Item[]): Item {
  return chunk.at(-1) as Item
}

/** Binary search: the first index for which `holds` is true, or the length. */
function firstIndex<Item>(items: readonly Item[], holds: (item: Item) => boolean): number {
  let [from, to] = [0, items.length]
  while (from < to) {
    const middle = (from + to) >>> 1
    if (holds(items[middle] as Item)) to = middle
    else from = middle + 1
  }
  return from
}
