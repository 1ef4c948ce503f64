/** A stream that needs keep-alives. */
export interface KeptAlive {
  /** Called periodically; sends nothing if the stream sent data after `since` (a `performance.now()` time). */
  keepAlive(since: number): void
}

const beatMs = 15_000

/** One timer for all streams: a timer each would be the largest cost of a short stream. */
export class KeepAliveBeat {
  readonly #kept = new Set<KeptAlive>()
  #timer: NodeJS.Timeout | undefined

  add(one: KeptAlive): void {
    this.#kept.add(one)
    this.#timer ??= setInterval(() => this.#tick(), beatMs).unref()
  }

  remove(one: KeptAlive): void {
    this.#kept.delete(one)
  }

  #tick(): void {
    const since = performance.now() - beatMs
    for (const one of this.#kept) one.keepAlive(since)
    if (this.#kept.size > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }
}
