import type { Sessions } from '../sessions.ts'
import type { SharedStore } from '../store/postgres/open-postgres-store.ts'
import type { NodeCalls } from './node-calls.ts'

export interface DrainOptions {
  store: SharedStore
  sessions: Sessions
  calls: NodeCalls
  onWarning: (message: string, cause?: unknown) => void
}

/** How often a node checks whether it is to be drained. */
const everyMs = 500

/** Moves the sessions of this node to others while it is to be drained. */
export class Drain {
  readonly #options: DrainOptions
  #timer: NodeJS.Timeout | undefined
  #round: Promise<void> | undefined

  constructor(options: DrainOptions) {
    this.#options = options
  }

  start(): void {
    this.#timer = setInterval(() => {
      if (!this.#options.store.lease.isDraining) return
      this.#round ??= this.#moveAll().finally(() => (this.#round = undefined))
    }, everyMs)
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#round
  }

  async #moveAll(): Promise<void> {
    const { sessions, onWarning } = this.#options
    for (const { identity, status } of sessions.list()) {
      try {
        const [target] = await this.#targets()
        // Without another node a session is better off here.
        if (target === undefined) return
        await sessions.handOff(identity.id, 'the node is drained')
        // A person resumes a paused session, on any node.
        if (status === 'paused') continue
        await this.#options.calls.call(target, 'session.resume', { session: identity.id })
      } catch (error) {
        onWarning(`Could not move @${identity.handle} to another node`, error)
      }
    }
  }

  /** The other live nodes, those with the fewest sessions first. */
  async #targets(): Promise<string[]> {
    const { database, schema, shared } = this.#options.store
    const rows = await database.query(
      `SELECT id FROM ${schema}.nodes WHERE id <> $1 AND NOT is_draining AND alive_until > clock_timestamp()
       ORDER BY (SELECT count(*) FROM ${schema}.leases WHERE leases.node = nodes.id), started_at`,
      [shared.node],
    )
    return (rows as { id: string }[]).map(({ id }) => id)
  }
}
