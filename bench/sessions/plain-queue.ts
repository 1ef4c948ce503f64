import type { DatabaseSync } from 'node:sqlite'
import { pragmas } from '../../src/sessions/store/sqlite.ts'
import { loadSqlite } from '../../src/core/files/load-sqlite.ts'
import { sessionCount, text } from './queue-lab.ts'

/** A minimal queue with the same durability, for comparison. */
export class PlainQueue {
  readonly #database: DatabaseSync
  readonly #run: (sql: string, ...values: (string | number)[]) => void
  readonly #get: (sql: string, ...values: string[]) => Record<string, unknown> | undefined

  constructor(path: string) {
    this.#database = new (loadSqlite().DatabaseSync)(path)
    this.#database.exec(`
      PRAGMA busy_timeout = 5000; PRAGMA foreign_keys = ON; ${pragmas};
      CREATE TABLE messages (id TEXT PRIMARY KEY, body TEXT NOT NULL);
      CREATE TABLE queue (
        number INTEGER PRIMARY KEY, message TEXT NOT NULL REFERENCES messages (id), recipient TEXT NOT NULL, state TEXT NOT NULL
      );
      CREATE INDEX waiting ON queue (recipient, state);`)
    const statements = new Map<string, ReturnType<DatabaseSync['prepare']>>()
    const prepared = (sql: string): ReturnType<DatabaseSync['prepare']> => {
      const statement = statements.get(sql) ?? this.#database.prepare(sql)
      statements.set(sql, statement)
      return statement
    }
    this.#run = (sql, ...values) => void prepared(sql).run(...values)
    this.#get = (sql, ...values) => prepared(sql).get(...values)
  }

  put(recipient: string, message: { id: string }): void {
    this.#run('BEGIN IMMEDIATE')
    this.#run('INSERT INTO messages VALUES (?, ?)', message.id, JSON.stringify(message))
    this.#run("INSERT INTO queue (message, recipient, state) VALUES (?, ?, 'pending')", message.id, recipient)
    this.#run('COMMIT')
  }

  /** Marks, delivers and ends the oldest item. Returns false if there is none. */
  take(recipient: string, give: (message: unknown) => void): boolean {
    const row = this.#get(
      "SELECT number, message FROM queue WHERE recipient = ? AND state = 'pending' ORDER BY number LIMIT 1",
      recipient,
    )
    if (row === undefined) return false
    const number = Number(row['number'])
    this.#run("UPDATE queue SET state = 'surfacing' WHERE number = ?", number)
    const body = this.#get('SELECT body FROM messages WHERE id = ?', String(row['message']))?.['body']
    give(JSON.parse(String(body)))
    this.#run("UPDATE queue SET state = 'delivered' WHERE number = ?", number)
    return true
  }

  close(): void {
    this.#database.close()
  }
}

export const plainMessage = {
  text,
  from: { id: 'sender', name: 'sender', handle: 'sender' },
  createdAt: '2026-11-01T00:00:00.000Z',
}

export const recipientOf = (index: number): string => `worker-${index % sessionCount}`

/** Puts `count` items, round-robin over the recipients. */
export function plainFill(queue: PlainQueue, count: number): void {
  for (let index = 0; index < count; index++)
    queue.put(recipientOf(index), { id: `m${index}`, ...plainMessage })
}
