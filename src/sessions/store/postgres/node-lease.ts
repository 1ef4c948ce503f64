import type { Database } from './database.ts'

export interface NodeLeaseOptions {
  database: Database
  schema: string
  /** The name of this node for people, such as the name of the machine. */
  name: string
  version: string
  leaseMs: number
  createId: () => string
  /** The newest applied position, reported with each heartbeat. */
  applied: () => number
  /** The lease lapsed: this node may no longer act, and continues as `next`. */
  onLapsed: (next: string) => void
  onWarning: (message: string, cause?: unknown) => void
}

/**
 * The lease of a node. The database's clock decides when it ends for others; this node's own clocks decide when it
 * ends here, a fifth of the time earlier, counted from before the heartbeat was sent.
 */
export class NodeLease {
  readonly #options: NodeLeaseOptions
  #id: string
  #isJoined = false
  #isStopped = false
  #isDraining = false
  /** By the monotonic clock, which stands still while the machine sleeps, and by the wall clock, which can be set. */
  #ends = { monotonic: 0, wall: 0 }
  #beat: NodeJS.Timeout | undefined
  #watch: NodeJS.Timeout | undefined

  constructor(options: NodeLeaseOptions) {
    this.#options = options
    this.#id = options.createId()
  }

  get id(): string {
    return this.#id
  }

  /** Whether this node holds a valid lease. */
  get isJoined(): boolean {
    return this.#isJoined
  }

  get isDraining(): boolean {
    return this.#isDraining
  }

  async start(): Promise<void> {
    await this.#join()
    const { leaseMs } = this.#options
    this.#beat = setInterval(() => void this.#renew(), leaseMs / 5)
    this.#watch = setInterval(() => this.check(), leaseMs / 20)
  }

  /** Ends the lease now. */
  async stop(): Promise<void> {
    this.#isStopped = true
    clearInterval(this.#beat)
    clearInterval(this.#watch)
    const { database, schema } = this.#options
    await database.query(`DELETE FROM ${schema}.nodes WHERE id = $1`, [this.#id])
  }

  async drain(): Promise<void> {
    const { database, schema } = this.#options
    this.#isDraining = true
    await database.query(`UPDATE ${schema}.nodes SET is_draining = true WHERE id = $1`, [this.#id])
  }

  async #join(): Promise<void> {
    const { database, schema, name, version, leaseMs } = this.#options
    const from = clocks()
    // The answer of an earlier attempt may have been lost.
    await database.query(
      `INSERT INTO ${schema}.nodes (id, name, version, alive_until)
       VALUES ($1, $2, $3, clock_timestamp() + $4 * interval '1 millisecond')
       ON CONFLICT (id) DO UPDATE SET alive_until = excluded.alive_until`,
      [this.#id, name, version, leaseMs],
    )
    this.#hold(from)
    this.#isJoined = true
  }

  async #renew(): Promise<void> {
    const { database, schema, leaseMs, applied, onWarning } = this.#options
    if (this.#isStopped) return
    try {
      if (!this.#isJoined) return await this.#join()
      const from = clocks()
      const id = this.#id
      const rows = await database.query(
        `UPDATE ${schema}.nodes SET alive_until = clock_timestamp() + $2 * interval '1 millisecond', applied = $3
         WHERE id = $1 AND alive_until > clock_timestamp() RETURNING is_draining`,
        [id, leaseMs, applied()],
      )
      if (id !== this.#id) return
      const [row] = rows as { is_draining: boolean }[]
      if (row === undefined) this.#lapse()
      else {
        this.#isDraining = row.is_draining
        this.#hold(from)
      }
    } catch (error) {
      onWarning('Could not renew the lease of this node', error)
    }
  }

  #hold({ monotonic, wall }: { monotonic: number; wall: number }): void {
    const valid = this.#options.leaseMs * 0.8
    this.#ends = { monotonic: monotonic + valid, wall: wall + valid }
  }

  /** Whether the lease is valid at this moment. A process that was stopped meanwhile finds out here. */
  check(): boolean {
    const { monotonic, wall } = clocks()
    if (this.#isJoined && (monotonic >= this.#ends.monotonic || wall >= this.#ends.wall)) this.#lapse()
    return this.#isJoined
  }

  #lapse(): void {
    if (this.#isStopped) return
    this.#isJoined = false
    this.#id = this.#options.createId()
    this.#options.onLapsed(this.#id)
  }
}

function clocks(): { monotonic: number; wall: number } {
  return { monotonic: performance.now(), wall: Date.now() }
}
