import { tokenDigest } from '../../core/token.ts'
import type { Database } from '../store/postgres/database.ts'
import { createTokens, type Grant, type Tokens } from '../wire/tokens.ts'

export interface SharedTokensOptions {
  database: Database
  schema: string
  /** The token of the owner on this machine. */
  owner: string
  onWarning: (message: string, cause?: unknown) => void
}

/** Tokens that every node accepts, also after a restart. */
export interface SharedTokens extends Tokens {
  close(): Promise<void>
}

/**
 * Opens the tokens of a fleet. The database holds SHA-256 digests: a token has 256 random bits, which nobody can guess
 * from a digest, so a slow hash would only slow every connection down.
 */
export async function openSharedTokens(options: SharedTokensOptions): Promise<SharedTokens> {
  const { database, schema, owner, onWarning } = options
  const local = createTokens({ owner })
  const channel = `${schema}_tokens`
  let writing: Promise<void> = Promise.resolve()
  let failure: unknown
  const write = (sql: string, values: readonly unknown[]): void => {
    const before = writing
    writing = store(before, sql, values)
  }
  const store = async (before: Promise<void>, sql: string, values: readonly unknown[]): Promise<void> => {
    await before
    try {
      await database.query(sql, values)
      await database.query(`SELECT pg_notify($1, '')`, [channel])
      failure = undefined
    } catch (error) {
      failure = error
      onWarning('Could not store a token; other nodes do not accept it', error)
    }
  }
  const insert = `INSERT INTO ${schema}.tokens (digest, rights, session) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`
  const keep = (token: string, grant: Grant): void =>
    write(insert, [tokenDigest(token), grant.rights, grant.rights === 'session' ? grant.session : null])
  keep(owner, { rights: 'owner' })
  await writing
  /** Drops what another node has revoked. */
  const readRevoked = async (): Promise<void> => {
    await writing
    const known = local.digests()
    const rows = (await database.query(`SELECT digest FROM ${schema}.tokens WHERE digest = ANY ($1)`, [
      known.map(({ digest }) => digest),
    ])) as { digest: Uint8Array }[]
    const stored = new Set(rows.map(({ digest }) => Buffer.from(digest).toString('hex')))
    const gone = known.filter(({ digest }) => !stored.has(digest.toString('hex')))
    for (const session of new Set(gone.map((each) => each.session))) local.revoke(session)
  }
  const endListening = await database.listen(channel, () => {
    readRevoked().catch((error: unknown) => onWarning('Could not read which tokens were revoked', error))
  })
  return {
    issue: (grant) => {
      const token = local.issue(grant)
      keep(token, grant)
      return token
    },
    find: (token) => local.find(token) ?? findStored(token),
    revoke: (session) => {
      local.revoke(session)
      write(`DELETE FROM ${schema}.tokens WHERE session = $1`, [session])
    },
    onRevoked: (listener) => local.onRevoked(listener),
    stored: async () => {
      await writing
      if (failure !== undefined) throw failure
    },
    close: async () => {
      await endListening()
      await writing
    },
  }

  async function findStored(token: string): Promise<Grant | undefined> {
    const digest = tokenDigest(token)
    const [row] = (await database.query(`SELECT rights, session FROM ${schema}.tokens WHERE digest = $1`, [
      digest,
    ])) as { rights: Grant['rights']; session: string | null }[]
    if (row === undefined) return undefined
    const { rights, session } = row
    const grant: Grant = rights === 'owner' ? { rights } : { rights, session: session ?? '' }
    local.add(digest, grant)
    return grant
  }
}
