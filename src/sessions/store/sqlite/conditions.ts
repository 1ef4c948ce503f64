import type { SQLInputValue } from 'node:sqlite'

/** Builds a WHERE clause from the conditions that have values. */
export class Conditions {
  readonly #parts: string[] = []
  readonly values: SQLInputValue[] = []

  /** Adds a condition with one `?` if the value is defined. */
  add(condition: string, value: SQLInputValue | undefined): this {
    if (value === undefined) return this
    this.#parts.push(condition)
    this.values.push(value)
    return this
  }

  oneOf(column: string, values: readonly string[] | undefined): this {
    if (values === undefined) return this
    this.#parts.push(`${column} IN (${values.map(() => '?').join(', ')})`)
    this.values.push(...values)
    return this
  }

  when(applies: boolean, condition: string): this {
    if (applies) this.#parts.push(condition)
    return this
  }

  get where(): string {
    return this.#parts.length === 0 ? '' : ` WHERE ${this.#parts.join(' AND ')}`
  }

  /** The WHERE clause with an order and an optional limit. */
  ordered(order: string, limit: number | undefined): string {
    const clause = `${this.where} ORDER BY ${order}`
    if (limit === undefined) return clause
    this.values.push(limit)
    return `${clause} LIMIT ?`
  }
}
