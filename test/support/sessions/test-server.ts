import { PGlite } from '@electric-sql/pglite'
import { connectPostgres } from '../../../src/sessions/store/postgres/pg-database.lazy.ts'
import type { Database } from '../../../src/sessions/store/postgres/database.ts'
import {
  openSharedStore,
  type SharedStore,
  type SharedStoreOptions,
} from '../../../src/sessions/store/postgres/open-postgres-store.ts'

/** A real server, which `npm run test:fleet` starts; without it, PostgreSQL runs inside this process. */
const address = process.env['CAPSTAN_TEST_POSTGRES']

/** The database of all stores of a test file. */
export class TestServer implements AsyncDisposable {
  readonly #pglite = address === undefined ? new PGlite() : undefined
  #schemas = 0

  /** The connections of one node. While `isReachable` is false, every statement fails. */
  database(): Database & { isReachable: boolean } {
    return cuttable(this.#pglite === undefined ? connectReal() : insideProcess(this.#pglite))
  }

  /** One set of connections for many nodes, one after the other: to connect takes longer than a few statements. */
  connections(): Connections {
    return new Connections(this.#pglite === undefined ? connectReal() : insideProcess(this.#pglite))
  }

  /** The name of an unused schema. */
  schema(): string {
    return `test_${process.pid}_${process.hrtime.bigint()}_${this.#schemas++}`
  }

  open(options: Partial<SharedStoreOptions> = {}): Promise<SharedStore> {
    return openSharedStore({
      // Connects at once.
      database: options.database ?? this.database(),
      schema: this.schema(),
      name: 'test',
      onWarning: (message, cause) => {
        throw new Error(message, { cause })
      },
      ...options,
    })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#pglite?.close()
  }
}

/** Connections that many nodes use, one after the other. */
export class Connections implements AsyncDisposable {
  readonly #connected: Promise<Database>
  readonly #listeners = new Map<string, Set<() => void>>()
  readonly #ends: (() => Promise<void>)[] = []
  /** Scripts that have run. */
  readonly #scripts = new Set<string>()

  constructor(connected: Promise<Database>) {
    this.#connected = connected
  }

  /** As `database` of the server; a node that closes it leaves the connections open. */
  database(): Database & { isReachable: boolean } {
    return Object.assign(cuttable(this.#connected), {
      listen: (channel: string, listener: () => void) => this.#listen(channel, listener),
      script: (sql: string) => this.#script(sql),
      close: async () => {},
    })
  }

  async #listen(channel: string, listener: () => void): Promise<() => Promise<void>> {
    const known = this.#listeners.get(channel)
    const listeners = known ?? new Set()
    this.#listeners.set(channel, listeners.add(listener))
    if (known === undefined) {
      const wakeAll = (): void => listeners.forEach((wake) => wake())
      this.#ends.push(await (await this.#connected).listen(channel, wakeAll))
    }
    return async () => void listeners.delete(listener)
  }

  /** Every node creates the tables, where they are missing; once is enough. */
  async #script(sql: string): Promise<void> {
    if (this.#scripts.has(sql)) return
    await (await this.#connected).script(sql)
    this.#scripts.add(sql)
  }

  /** Deletes all records of a schema. */
  async empty(schema: string): Promise<void> {
    const { query } = await this.#connected
    const tables = await query('SELECT tablename AS name FROM pg_tables WHERE schemaname = $1', [schema])
    const kept = new Set(['head', 'meta'])
    const names = (tables as { name: string }[]).map(({ name }) => name).filter((name) => !kept.has(name))
    // They refer to others. TRUNCATE takes longer for a few rows.
    const first = ['receipts', 'deliveries', 'keys']
    const ordered = [...first, ...names.filter((name) => !first.includes(name))]
    const emptied = ordered.map((name) => `DELETE FROM ${schema}.${name};`).join(' ')
    await (await this.#connected).script(`${emptied} UPDATE ${schema}.head SET position = 0, cursor = 0`)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const end of this.#ends) await end()
    await (await this.#connected).close()
  }
}

function cuttable(connected: Promise<Database>): Database & { isReachable: boolean } {
  const database = {
    isReachable: true,
    query: async (sql: string, values?: readonly unknown[]) => {
      if (!database.isReachable) throw new Error('connection refused')
      return (await connected).query(sql, values)
    },
    readAll: async (sql: string) => {
      if (!database.isReachable) throw new Error('connection refused')
      return (await connected).readAll(sql)
    },
    script: async (sql: string) => (await connected).script(sql),
    listen: async (channel: string, listener: () => void) => (await connected).listen(channel, listener),
    exclusively: async (name: string, work: () => Promise<void>) => {
      if (!database.isReachable) throw new Error('connection refused')
      return (await connected).exclusively(name, work)
    },
    close: async () => (await connected).close(),
  }
  return database
}

function connectReal(): Promise<Database> {
  return connectPostgres(address ?? '', () => undefined)
}

async function insideProcess(pglite: PGlite): Promise<Database> {
  return {
    query: async (sql, values = []) => (await pglite.query(sql, [...values])).rows,
    readAll: async (sql) => (await pglite.query(sql)).rows,
    script: async (sql) => void (await pglite.exec(sql)),
    listen: (channel, listener) => pglite.listen(channel, listener),
    // All nodes share the one connection.
    exclusively: async (_, work) => work().then(() => true),
    close: async () => {},
  }
}
