import { CapstanError } from '../../../core/capstan-error.ts'
import { createIdFactory } from '../../../core/ids.ts'
import { tokenDigest } from '../../../core/token.ts'
import { version } from '../../../core/version.ts'
import type { Database } from '../../../sessions/store/postgres/database.ts'
import { NodeLease } from '../../../sessions/store/postgres/node-lease.ts'
import type { HistoryMessage } from '../../ag-ui/events.ts'
import type { PlacedMessage } from '../../ag-ui/history.ts'
import type { ThreadQuery, ThreadRecord, ThreadStore } from '../thread-store.ts'
import { PostgresLogins } from './postgres-logins.ts'
import type { ThreadStatus } from './thread-status.ts'
import type { ListedThread, OtherGateway, SharedThreads } from './shared-threads.ts'
import { keyOf, ThreadWrites } from './thread-writes.ts'
import { type ThreadsSql, threadsSql } from './threads-schema.ts'

export interface PostgresThreadsOptions {
  readonly database: Database
  readonly schema: string
  readonly leaseMs: number
  readonly warn: (message: string) => void
}

interface ReadThread {
  record: ThreadRecord | undefined
  readonly messages: Map<string, PlacedMessage>
}

/** Threads whose transcript stays in memory. */
const mostRead = 200
const cleanUpMs = 60_000
const closeMs = 5000

/** The threads of a gateway in a PostgreSQL database that other gateways share. */
export class PostgresThreads implements ThreadStore {
  readonly shared: SharedThreads
  readonly #options: PostgresThreadsOptions
  readonly #sql: ThreadsSql
  readonly #writes: ThreadWrites
  readonly #logins: PostgresLogins
  /** The epochs of the threads that this gateway owns. */
  readonly #owned = new Map<string, number>()
  /** The least recently read first. */
  readonly #read = new Map<string, ReadThread>()
  readonly #joined = Promise.withResolvers<void>()
  readonly #lost = new Set<(ids: readonly string[]) => void>()
  #lease: NodeLease | undefined
  #tokens: ReadonlySet<string> = new Set()
  #endListening: readonly (() => Promise<void>)[] = []
  #cleaning: NodeJS.Timeout | undefined
  #closing: Promise<void> | undefined

  constructor(options: PostgresThreadsOptions) {
    const { database, schema, warn } = options
    this.#options = options
    this.#sql = threadsSql(schema)
    this.#joined.promise.catch(() => undefined)
    this.#logins = new PostgresLogins({ database, schema, warn })
    this.#writes = new ThreadWrites({
      warn,
      onRefused: (id) => this.#lose([id]),
      save: async (id, values) => {
        const epoch = this.#owned.get(id)
        if (epoch === undefined) return false
        const rows = await database.query(this.#sql.save, [this.#node, keyOf(id), epoch, ...values])
        return (rows as { is_saved: boolean }[])[0]?.is_saved === true
      },
    })
    this.shared = {
      logins: this.#logins,
      join: (url, token) => this.#join(url, token),
      enter: (id, how) => this.#enter(id, how),
      list: (query) => this.#list(query),
      isAlive: async (node) => (await database.query(this.#sql.isAlive, [node])).length > 0,
      setStatus: (id, status) => {
        if (this.#owned.has(id)) this.#writes.add(id, { status })
      },
      stored: (id) => this.#writes.stored(id),
      accepts: (token) => this.#tokens.has(tokenDigest(token).toString('hex')),
      onLost: (listener) => void this.#lost.add(listener),
    }
  }

  get(id: string): ThreadRecord | undefined {
    return this.#read.get(id)?.record
  }

  messages(id: string): PlacedMessage[] {
    return [...(this.#read.get(id)?.messages.values() ?? [])]
      .toSorted((one, other) => one.position - other.position)
      .map((placed) => structuredClone(placed))
  }

  put(record: ThreadRecord): void {
    const { id } = record
    this.#requireOwn(id)
    const { messages = new Map<string, PlacedMessage>() } = this.#read.get(id) ?? {}
    this.#remember(id, { record, messages })
    this.#writes.add(id, { record })
  }

  saveMessages(id: string, changes: Parameters<ThreadStore['saveMessages']>[1]): void {
    this.#requireOwn(id)
    const read = this.#read.get(id)
    for (const gone of changes.removed) read?.messages.delete(gone)
    for (const placed of changes.put) read?.messages.set(placed.message.id, placed)
    this.#writes.add(id, { changes })
  }

  remove(id: string): void {
    this.#requireOwn(id)
    this.#remember(id, { record: undefined, messages: new Map() })
    this.#writes.drop(id)
    this.#writes.add(id, { record: null })
  }

  /** Use `shared.list`: other gateways write as well. */
  list(): never {
    throw new CapstanError('NOT_SERVED', 'The threads of a shared store are listed with shared.list')
  }

  close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  async #close(): Promise<void> {
    const { database, warn } = this.#options
    clearInterval(this.#cleaning)
    const late = setTimeout(() => this.#writes.stop(), closeMs)
    await this.#writes.stored()
    clearTimeout(late)
    for (const end of this.#endListening) await end()
    await this.#lease?.stop().catch((error: unknown) => warn(`Could not end the lease: ${String(error)}`))
    await database.close()
  }

  get #node(): string {
    return this.#lease?.id ?? ''
  }

  async #join(url: string, token: string): Promise<void> {
    const { database, schema, leaseMs, warn } = this.#options
    const createId = createIdFactory()
    this.#lease = new NodeLease({
      database,
      schema,
      name: url,
      version,
      leaseMs,
      createId: () => createId('gtw'),
      applied: () => 0,
      onLapsed: () => this.#lose([...this.#owned.keys()]),
      onWarning: (message, cause) =>
        warn(cause === undefined ? message : `${message}: ${cause instanceof Error ? cause.message : ''}`),
    })
    await database.query(this.#sql.announce, [tokenDigest(token)])
    await this.#lease.start()
    const readTokens = async (): Promise<void> => {
      const rows = (await database.query(this.#sql.tokens)) as { digest: Uint8Array }[]
      this.#tokens = new Set(rows.map(({ digest }) => Buffer.from(digest).toString('hex')))
    }
    await readTokens()
    const channel = `${schema}_tokens`
    this.#endListening = [
      await database.listen(channel, () => void readTokens().catch(() => undefined)),
      await this.#logins.follow(),
    ]
    await database.query('SELECT pg_notify($1, $2)', [channel, ''])
    this.#cleaning = setInterval(() => void this.#cleanUp(token), cleanUpMs)
    this.#joined.resolve()
  }

  async #cleanUp(token: string): Promise<void> {
    const { database, warn } = this.#options
    try {
      await database.query(this.#sql.announce, [tokenDigest(token)])
      for (const statement of this.#sql.cleanUp) await database.query(statement)
      await this.#logins.cleanUp()
    } catch (error) {
      warn(`Could not remove old records: ${error instanceof Error ? error.message : String(error)}`)
    }
  }

  async #enter(id: string, { isOwner }: { isOwner: boolean }): Promise<OtherGateway | undefined> {
    await this.#joined.promise
    for (;;) {
      if (this.#lease?.check() === true && this.#owned.has(id)) break
      if (isOwner && (await this.#claim(id))) break
      const other = await this.#otherOwner(id)
      if (other !== undefined) return other
      if (!isOwner) break
    }
    await this.#load(id)
    return undefined
  }

  async #claim(id: string): Promise<boolean> {
    const node = this.#node
    const rows = await this.#options.database.query(this.#sql.claim, [keyOf(id), node])
    const [row] = rows as { epoch: string }[]
    if (row === undefined || node !== this.#node) return false
    this.#owned.set(id, Number(row.epoch))
    // What was read before may be out of date.
    this.#read.delete(id)
    return true
  }

  async #otherOwner(id: string): Promise<OtherGateway | undefined> {
    const [owner] = await this.#options.database.query(this.#sql.owner, [keyOf(id)])
    const found = owner as OtherGateway | undefined
    return found === undefined || found.node === this.#node ? undefined : found
  }

  async #load(id: string): Promise<void> {
    if (this.#owned.has(id) && this.#read.has(id)) return this.#remember(id, this.#read.get(id))
    await this.#writes.stored(id)
    const rows = await this.#options.database.query(this.#sql.read, [keyOf(id)])
    const messages = new Map<string, PlacedMessage>()
    let record: ThreadRecord | undefined
    for (const { position, body } of rows as { position: string; body: string }[]) {
      if (Number(position) < 0) record = JSON.parse(body) as ThreadRecord
      else {
        const message = JSON.parse(body) as HistoryMessage
        messages.set(message.id, { position: Number(position), message })
      }
    }
    this.#remember(id, { record, messages })
  }

  #remember(id: string, read: ReadThread | undefined): void {
    this.#read.delete(id)
    if (read !== undefined) this.#read.set(id, read)
    for (const oldest of this.#read.keys()) {
      if (this.#read.size <= mostRead) return
      if (!this.#writes.isPending(oldest)) this.#read.delete(oldest)
    }
  }

  async #list({ agent, search, isArchived, limit, after }: ThreadQuery): Promise<ListedThread[]> {
    await this.#writes.stored()
    const rows = (await this.#options.database.query(this.#sql.list, [
      isArchived,
      agent ?? null,
      after?.updatedAt ?? null,
      after === undefined ? null : keyOf(after.id),
      search === undefined ? null : `%${search.replaceAll('\0', '').replaceAll(/[\\%_]/g, String.raw`\$&`)}%`,
      limit,
    ])) as { body: string; status: ThreadStatus }[]
    return rows.map(({ body, status }) => ({ record: JSON.parse(body) as ThreadRecord, status }))
  }

  #requireOwn(id: string): void {
    if (this.#owned.has(id)) return
    throw new CapstanError('NOT_OWNER', `Another gateway owns the thread ${JSON.stringify(id)}`, {
      hint: 'Try again; the gateway that owns the thread answers then.',
    })
  }

  #lose(ids: readonly string[]): void {
    const lost = ids.filter((id) => this.#owned.delete(id))
    for (const id of lost) {
      this.#read.delete(id)
      this.#writes.drop(id)
    }
    if (lost.length > 0) for (const listener of this.#lost) listener(lost)
  }
}
