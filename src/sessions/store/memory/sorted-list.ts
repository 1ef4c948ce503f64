/** Larger ones are cut in half, so that adding and taking away move few items. */
const largestChunk = 512

/** Items in the order of a comparison that never calls two of them equal. */
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
    if (chunk.length > largestChunk) this.#chunks.splice(at + 1, 0, chunk.splice(largestChunk / 2))
  }

  /** Takes an item away that is in the list and has not changed its place. */
  delete(item: Item): void {
    const at = this.#chunkOf(item)
    const chunk = this.#chunks[at]
    if (chunk === undefined) return
    chunk.splice(this.#placeIn(chunk, item), 1)
    if (chunk.length === 0) this.#chunks.splice(at, 1)
  }

  /** The first item for which this holds; it has to hold for all that come after it too. */
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

/** By halving: the index of the first item for which this holds, or the length. */
function firstIndex<Item>(items: readonly Item[], holds: (item: Item) => boolean): number {
  let [from, to] = [0, items.length]
  while (from < to) {
    const middle = (from + to) >>> 1
    if (holds(items[middle] as Item)) to = middle
    else from = middle + 1
  }
  return from
}
