import type { SQLInputValue } from 'node:sqlite'

/** The part of a statement after FROM, from those conditions that are asked for. */
export class Conditions {
  readonly #parts: string[] = []
  readonly values: SQLInputValue[] = []

  /** Adds a condition with one `?`, unless there is no value for it. */
  add(condition: string, value: SQLInputValue | undefined): this {
    if (value === undefined) return this
    this.#parts.push(condition)
    this.values.push(value)
    return this
  }

  /** The column has one of these values. */
  oneOf(column: string, values: readonly string[] | undefined): this {
    if (values === undefined) return this
    this.#parts.push(`${column} IN (${values.map(() => '?').join(', ')})`)
    this.values.push(...values)
    return this
  }

  /** Adds a condition without a value. */
  when(asked: boolean, condition: string): this {
    if (asked) this.#parts.push(condition)
    return this
  }

  get where(): string {
    return this.#parts.length === 0 ? '' : ` WHERE ${this.#parts.join(' AND ')}`
  }

  /** `where`, an order, and a limit where there is one. */
  ordered(order: string, limit: number | undefined): string {
    const clause = `${this.where} ORDER BY ${order}`
    if (limit === undefined) return clause
    this.values.push(limit)
    return `${clause} LIMIT ?`
  }
}
