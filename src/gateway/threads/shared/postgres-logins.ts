import { makeToken, tokenDigest } from '../../../core/token.ts'
import type { Database } from '../../../sessions/store/postgres/database.ts'
import type { SharedLogins } from './shared-logins.ts'

export interface PostgresLoginsOptions {
  readonly database: Database
  readonly schema: string
  readonly warn: (message: string) => void
}

/** Creates the tables of the sign-ins. They hold digests: reading them lets nobody sign in. */
export const loginTablesSql = `
CREATE TABLE IF NOT EXISTS login_codes (digest bytea PRIMARY KEY, expires_at timestamptz NOT NULL);
CREATE TABLE IF NOT EXISTS logins (digest bytea PRIMARY KEY, expires_at timestamptz NOT NULL);`

/** The sign-ins of browsers in a PostgreSQL database that several gateways share. */
export class PostgresLogins implements SharedLogins {
  readonly #options: PostgresLoginsOptions
  readonly #channel: string
  /** Expiry times by digest. */
  #logins: ReadonlyMap<string, number> = new Map()
  #storing: Promise<void> = Promise.resolve()
  #reading: Promise<void> | undefined

  constructor(options: PostgresLoginsOptions) {
    this.#options = options
    this.#channel = `${options.schema}_logins`
  }

  /** Reads the sign-ins now and whenever another gateway adds one. Returns a function that stops it. */
  async follow(): Promise<() => Promise<void>> {
    const end = await this.#options.database.listen(this.#channel, () => void this.refresh())
    await this.#read()
    return end
  }

  issueCode(): string {
    const { database, schema, warn } = this.#options
    const code = makeToken()
    const add = `INSERT INTO ${schema}.login_codes VALUES ($1, clock_timestamp() + interval '5 minutes')`
    const stored = database.query(add, [tokenDigest(code)]).then(
      () => undefined,
      (error: unknown) => warn(`Could not store a sign-in link: ${reasonOf(error)}`),
    )
    this.#storing = Promise.all([this.#storing, stored]).then(() => undefined)
    return code
  }

  async redeem(code: string): Promise<string | undefined> {
    const { database, schema } = this.#options
    await this.#storing
    const value = makeToken()
    // One statement: of two gateways that get the same link, one signs in.
    const rows = await database.query(
      `WITH used AS (
        DELETE FROM ${schema}.login_codes WHERE digest = $1 AND expires_at > clock_timestamp() RETURNING digest
      ) INSERT INTO ${schema}.logins SELECT $2::bytea, clock_timestamp() + interval '30 days' FROM used RETURNING digest`,
      [tokenDigest(code), tokenDigest(value)],
    )
    if (rows.length === 0) return undefined
    await this.#read()
    await database.query('SELECT pg_notify($1, $2)', [this.#channel, ''])
    return value
  }

  has(value: string): boolean {
    return (this.#logins.get(keyOf(tokenDigest(value))) ?? 0) > Date.now()
  }

  /** Many unknown cookies at once cause one query. */
  async refresh(): Promise<void> {
    this.#reading ??= this.#read()
      .catch((error: unknown) => this.#options.warn(`Could not read the sign-ins: ${reasonOf(error)}`))
      .finally(() => {
        this.#reading = undefined
      })
    await this.#reading
  }

  /** Removes what has expired, and notices what was deleted. */
  async cleanUp(): Promise<void> {
    const { database, schema } = this.#options
    for (const table of ['logins', 'login_codes']) {
      await database.query(`DELETE FROM ${schema}.${table} WHERE expires_at < clock_timestamp()`)
    }
    await this.#read()
  }

  async #read(): Promise<void> {
    const { database, schema } = this.#options
    const rows = (await database.query(
      `SELECT digest, extract(epoch FROM expires_at) * 1000 AS expires FROM ${schema}.logins
      WHERE expires_at > clock_timestamp()`,
    )) as { digest: Uint8Array; expires: string }[]
    this.#logins = new Map(rows.map(({ digest, expires }) => [keyOf(digest), Number(expires)]))
  }
}

function keyOf(digest: Uint8Array): string {
  return Buffer.from(digest).toString('hex')
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
