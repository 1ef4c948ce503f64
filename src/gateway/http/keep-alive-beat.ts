/** Something that has to be told now and then. */
export interface KeptAlive {
  /** Is called now and then; nothing is due when something was told after `since`, which is of `performance.now()`. */
  keepAlive(since: number): void
}

const beatMs = 15_000

/** One timer for all that has to be kept alive: with one each, it would be what a short stream costs most. */
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
