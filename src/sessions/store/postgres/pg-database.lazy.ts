import type pg from 'pg'
import type { ClientConfig, PoolClient, QueryConfig } from 'pg'
import { CapstanError } from '../../../core/capstan-error.ts'
import { ignore } from '../../../core/ignore.ts'
import type { Database } from './database.ts'
import { timedOut, unavailable } from './postgres-errors.ts'

/** Connections per node: commits, heartbeats and calls do not wait for each other. */
const maxConnections = 4
const connectMs = 3000
const defaultAnswerMs = 5000
/** The server cancels a slow statement first: then it is known to have changed nothing. */
const cancelMs = 500
/** A large store on a busy machine takes long to read. */
const readAllMs = 120_000
const listenAgainMs = 500

/**
 * Connects to a PostgreSQL server. Loads `pg` on the first call.
 * @throws CapstanError `PG_MISSING`, `STORE_UNAVAILABLE`, `STORE_DENIED`. None contains the password.
 * A statement that takes longer than `answerMs` (default: 5 seconds) fails with `STORE_TIMEOUT`.
 */
export async function connectPostgres(
  address: string,
  onWarning: (message: string, cause?: unknown) => void,
  { answerMs = defaultAnswerMs }: { answerMs?: number } = {},
): Promise<Database> {
  const { Client, Pool } = await loadPg()
  const config: ClientConfig = {
    connectionString: address,
    application_name: 'capstan',
    connectionTimeoutMillis: connectMs,
    query_timeout: answerMs + cancelMs,
    statement_timeout: answerMs,
    keepAlive: true,
  }
  const pool = new Pool({ ...config, max: maxConnections })
  // The pool replaces a connection that fails while it is idle.
  pool.on('error', () => undefined)
  const query = async (sql: string, values: readonly unknown[] = []): Promise<unknown[]> => {
    try {
      return (await pool.query(sql, [...values])).rows as unknown[]
    } catch (error) {
      throw readFailure(error)
    }
  }
  const checkOut = async (): Promise<PoolClient> => {
    const client = await pool.connect().catch((error: unknown) => {
      throw readFailure(error)
    })
    // The pool watches only idle connections. Without a listener a lost one would end the process; its statement fails anyway.
    if (!client.listeners('error').includes(ignore)) client.on('error', ignore)
    return client
  }
  try {
    await query('SELECT 1')
  } catch (error) {
    await pool.end()
    throw error
  }
  return {
    query,
    readAll: async (sql) => {
      const client = await checkOut()
      try {
        await client.query(`SET statement_timeout = ${readAllMs}`)
        const { rows } = await client.query({ text: sql, query_timeout: readAllMs } as QueryConfig)
        await client.query(`SET statement_timeout = ${answerMs}`)
        client.release()
        return rows as unknown[]
      } catch (error) {
        client.release(true)
        throw readFailure(error)
      }
    },
    script: async (sql) => {
      const client = await checkOut()
      try {
        await client.query(sql)
        client.release()
      } catch (error) {
        // The connection may be in a failed transaction.
        client.release(true)
        throw readFailure(error)
      }
    },
    listen: (channel, listener) =>
      Promise.resolve(keepListening({ connect: () => new Client(config), channel, listener, onWarning })),
    exclusively: async (name, work) => holdLock(await checkOut(), name, work),
    close: () => pool.end(),
  }
}

/** Does the work under a lock of the database and ends the connection; false if another node holds the lock. */
async function holdLock(client: PoolClient, name: string, work: () => Promise<void>): Promise<boolean> {
  try {
    const { rows } = await client.query('SELECT pg_try_advisory_lock(hashtext($1)) AS is_ours', [name])
    if ((rows as { is_ours: boolean }[])[0]?.is_ours !== true) return false
    await work()
    // So that the next caller need not wait for the server to notice the end of the connection. A lost one holds no lock.
    await client.query('SELECT pg_advisory_unlock(hashtext($1))', [name]).catch(() => undefined)
    return true
  } finally {
    // The lock ends with its connection, also after an error or if the connection is lost.
    client.release(true)
  }
}

type Pg = typeof pg

async function loadPg(): Promise<Pg> {
  try {
    return (await import('pg')).default
  } catch (cause) {
    throw new CapstanError('PG_MISSING', 'The package pg is not installed', {
      hint: 'Run npm install pg next to Capstan.',
      cause,
    })
  }
}

/** Listens on a connection of its own, and connects again when it ends. */
function keepListening(options: {
  connect: () => InstanceType<Pg['Client']>
  channel: string
  listener: () => void
  onWarning: (message: string, cause?: unknown) => void
}): () => Promise<void> {
  const { connect, channel, listener, onWarning } = options
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  let current: InstanceType<Pg['Client']> | undefined
  const again = (client: InstanceType<Pg['Client']>): void => {
    if (isStopped || current !== client) return
    current = undefined
    client.end().catch(() => undefined)
    timer = setTimeout(() => void begin(), listenAgainMs)
  }
  const begin = async (): Promise<void> => {
    const client = connect()
    current = client
    client.on('error', () => again(client))
    client.on('end', () => again(client))
    client.on('notification', listener)
    try {
      await client.connect()
      await client.query(`LISTEN ${channel}`)
      listener()
    } catch (error) {
      if (isStopped) return
      onWarning('Cannot listen for commits of other nodes; reading the log instead', readFailure(error))
      again(client)
    }
  }
  void begin()
  return async () => {
    isStopped = true
    clearTimeout(timer)
    await current?.end().catch(() => undefined)
  }
}

/** The server canceled the statement, because of `statement_timeout` or by request. */
const canceledCode = '57014'

/** The error of a statement or a connection. Messages of the server name the user, never the password. */
function readFailure(error: unknown): unknown {
  if (CapstanError.isInstance(error) || !(error instanceof Error)) return error
  const code = 'code' in error ? String(error.code) : ''
  if (code === canceledCode) return timedOut(error)
  if (code.startsWith('28') || code === '3D000' || code === '42501') {
    return new CapstanError('STORE_DENIED', `PostgreSQL refused the connection: ${error.message}`, {
      hint: 'Check the user, the password and the database in the address of the store.',
    })
  }
  // Five characters: the server answered, so the statement is at fault.
  const isAnswer = /^[0-9A-Z]{5}$/.test(code) && !code.startsWith('08') && !code.startsWith('57')
  return isAnswer
    ? new CapstanError('STORE_FAILED', `PostgreSQL failed: ${error.message}`, { cause: error })
    : unavailable(error)
}
