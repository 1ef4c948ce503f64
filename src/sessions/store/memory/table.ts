import type { UndoLog } from './undo-log.ts'

/** Records by key, in insertion order. */
export class Table<Value> {
  readonly #undo: UndoLog
  readonly #rows = new Map<string, { ordinal: number; value: Value }>()
  #next = 0

  constructor(undo: UndoLog) {
    this.#undo = undo
  }

  has(key: string): boolean {
    return this.#rows.has(key)
  }

  get(key: string): Value | undefined {
    return this.#rows.get(key)?.value
  }

  put(key: string, value: Value): void {
    const before = this.#rows.get(key)
    this.#rows.set(key, { ordinal: before?.ordinal ?? this.#next++, value })
    this.#undo.record(() => this.#restore(key, before))
  }

  remove(key: string): void {
    const before = this.#rows.get(key)
    this.#rows.delete(key)
    this.#undo.record(() => this.#restore(key, before))
  }

  keys(): string[] {
    return [...this.#rows.keys()]
  }

  /** All values, or those inserted after this key. */
  values(after?: string): Value[] {
    const from = after === undefined ? -1 : (this.#rows.get(after)?.ordinal ?? -1)
    return [...this.#rows.values()]
      .filter(({ ordinal }) => ordinal > from)
      .toSorted((left, right) => left.ordinal - right.ordinal)
      .map(({ value }) => value)
  }

  #restore(key: string, before: { ordinal: number; value: Value } | undefined): void {
    if (before === undefined) this.#rows.delete(key)
    else this.#rows.set(key, before)
  }
}
