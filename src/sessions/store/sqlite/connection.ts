import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import { storeFailure } from './failure.ts'

/** Positional values, or one object of named values. */
type Values = readonly SQLInputValue[] | readonly [Record<string, SQLInputValue>]

/** A database with cached statements and errors that name the file and the fix. */
export class Connection {
  readonly path: string
  readonly #database: DatabaseSync
  readonly #statements = new Map<string, StatementSync>()
  readonly #rollbackListeners: (() => void)[] = []
  #depth = 0
  #open = true

  constructor(database: DatabaseSync, path: string) {
    this.#database = database
    this.path = path
  }

  run(sql: string, ...values: Values): void {
    this.#guard(() => this.#statement(sql).run(...(values as SQLInputValue[])))
  }

  /** Inserts a row and returns its number. */
  insert(sql: string, ...values: Values): number {
    return this.#guard(() => Number(this.#statement(sql).run(...(values as SQLInputValue[])).lastInsertRowid))
  }

  /** The first row, or undefined. */
  get(sql: string, ...values: Values): unknown {
    return this.#guard(() => this.#statement(sql).get(...(values as SQLInputValue[])))
  }

  all(sql: string, ...values: Values): unknown[] {
    return this.#guard(() => this.#statement(sql).all(...(values as SQLInputValue[])))
  }

  /** The first column of the first row; undefined if it is null. */
  value(sql: string, ...values: Values): unknown {
    const row = this.get(sql, ...values)
    return typeof row === 'object' && row !== null ? (Object.values(row)[0] ?? undefined) : undefined
  }

  /** Runs several statements without caching them. */
  script(sql: string): void {
    this.#guard(() => this.#database.exec(sql))
  }

  /** Runs work that cannot fail half done: in the running transaction, or in one of its own. */
  together<Result>(work: () => Result): Result {
    return this.#depth > 0 ? work() : this.transaction(work)
  }

  /** Nested transactions can fail alone. */
  transaction<Result>(work: () => Result): Result {
    const level = this.#depth
    this.run(level === 0 ? 'BEGIN IMMEDIATE' : `SAVEPOINT level_${level}`)
    this.#depth++
    try {
      const result = work()
      this.run(level === 0 ? 'COMMIT' : `RELEASE level_${level}`)
      return result
    } catch (error) {
      this.#rollBack(level)
      throw error
    } finally {
      this.#depth = level
    }
  }

  /** Calls the listener after every rollback. */
  onRollback(listener: () => void): void {
    this.#rollbackListeners.push(listener)
  }

  get isOpen(): boolean {
    return this.#open
  }

  close(): void {
    this.#open = false
    this.#statements.clear()
    this.#database.close()
  }

  #rollBack(level: number): void {
    try {
      this.script(level === 0 ? 'ROLLBACK' : `ROLLBACK TO level_${level}; RELEASE level_${level}`)
    } catch {
      // On a full disk SQLite has already rolled back everything; outer transactions cannot commit.
    }
    for (const listener of this.#rollbackListeners) listener()
  }

  #statement(sql: string): StatementSync {
    const known = this.#statements.get(sql)
    if (known !== undefined) return known
    const statement = this.#database.prepare(sql)
    this.#statements.set(sql, statement)
    return statement
  }

  #guard<Result>(work: () => Result): Result {
    try {
      return work()
    } catch (error) {
      throw storeFailure(error, this.path)
    }
  }
}
