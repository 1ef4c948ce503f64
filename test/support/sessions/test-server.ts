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
    const connected = this.#pglite === undefined ? connectReal() : insideProcess(this.#pglite)
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
      exclusively: async (name: string, work: () => Promise<void>) =>
        (await connected).exclusively(name, work),
      close: async () => (await connected).close(),
    }
    return database
  }

  /** The name of an unused schema. */
  schema(): string {
    return `test_${process.pid}_${process.hrtime.bigint()}_${this.#schemas++}`
  }

  open(options: Partial<SharedStoreOptions> = {}): Promise<SharedStore> {
    return openSharedStore({
      database: this.database(),
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
