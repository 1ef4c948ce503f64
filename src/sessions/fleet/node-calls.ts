import { CapstanError } from '../../core/capstan-error.ts'
import { createIdFactory } from '../../core/ids.ts'
import type { Database } from '../store/postgres/database.ts'
import { errorData, readError } from '../wire/wire-error.ts'

export interface NodeCallsOptions {
  database: Database
  schema: string
  /** The current id of this node. */
  node: () => string
  /** Answers a call of another node. */
  answer: (method: string, params: unknown) => Promise<unknown>
  onWarning: (message: string, cause?: unknown) => void
  pollMs?: number
}

/** A call that is not answered in this time fails. */
const callMs = 120_000

interface CallRow {
  id: string
  method: string
  params: string
}

/**
 * Requests of one node to another, in a table. A call is taken at most once; if its node dies meanwhile, the caller
 * gets an error and does not know the outcome.
 */
export class NodeCalls {
  readonly #options: NodeCallsOptions
  readonly #createId = createIdFactory()
  readonly #waiting = new Set<() => void>()
  #endListening: (() => Promise<void>) | undefined
  #timer: NodeJS.Timeout | undefined
  #isTaking = false
  #isStopped = false

  constructor(options: NodeCallsOptions) {
    this.#options = options
  }

  async start(): Promise<void> {
    const { database, schema, pollMs = 1000 } = this.#options
    this.#endListening = await database.listen(`${schema}_calls`, () => this.#wake())
    this.#timer = setInterval(() => this.#wake(), pollMs)
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    clearInterval(this.#timer)
    await this.#endListening?.()
  }

  /** @throws the error of the other node; CapstanError `NODE_SILENT` if it does not answer. */
  async call(node: string, method: string, params: unknown): Promise<unknown> {
    const { database, schema } = this.#options
    const id = this.#createId('call')
    await database.query(
      `INSERT INTO ${schema}.calls (id, node, method, params, expires_at)
       VALUES ($1, $2, $3, $4, clock_timestamp() + $5 * interval '1 millisecond')`,
      [id, node, method, JSON.stringify(params), callMs],
    )
    await this.#notify()
    const until = performance.now() + callMs
    while (performance.now() < until && !this.#isStopped) {
      const woken = this.#nextWake()
      const [row] = (await database.query(
        `SELECT result, (SELECT alive_until > clock_timestamp() FROM ${schema}.nodes WHERE nodes.id = calls.node)
           AS alive FROM ${schema}.calls WHERE id = $1`,
        [id],
      )) as { result: string | null; alive: boolean | null }[]
      if (row?.result != null) return this.#read(id, row.result)
      if (row?.alive !== true) break
      await woken
    }
    throw new CapstanError('NODE_SILENT', `The node ${node} did not answer ${method}`, {
      hint: 'Run capstan fleet to list the nodes, then try again; the outcome of this request is unknown.',
    })
  }

  async #read(id: string, result: string): Promise<unknown> {
    const { database, schema } = this.#options
    await database.query(`DELETE FROM ${schema}.calls WHERE id = $1 OR expires_at < clock_timestamp()`, [id])
    const { value, error } = JSON.parse(result) as { value?: unknown; error?: unknown }
    if (error !== undefined) throw readError(error)
    return value
  }

  #wake(): void {
    for (const wake of this.#waiting) wake()
    this.#waiting.clear()
    void this.#take()
  }

  #nextWake(): Promise<void> {
    return new Promise((resolve) => this.#waiting.add(resolve))
  }

  async #take(): Promise<void> {
    if (this.#isTaking || this.#isStopped) return
    this.#isTaking = true
    const { database, schema, node, onWarning } = this.#options
    try {
      const rows = (await database.query(
        `UPDATE ${schema}.calls SET is_taken = true
         WHERE node = $1 AND NOT is_taken AND expires_at > clock_timestamp() RETURNING id, method, params`,
        [node()],
      )) as CallRow[]
      for (const row of rows) void this.#answer(row)
    } catch (error) {
      onWarning('Could not read the calls of other nodes', error)
    } finally {
      this.#isTaking = false
    }
  }

  async #answer({ id, method, params }: CallRow): Promise<void> {
    const { database, schema, answer, onWarning } = this.#options
    const result = await answer(method, JSON.parse(params)).then(
      (value) => ({ value }),
      (error: unknown) => ({ error: errorData(error) }),
    )
    try {
      await database.query(`UPDATE ${schema}.calls SET result = $2 WHERE id = $1`, [
        id,
        JSON.stringify(result),
      ])
      await this.#notify()
    } catch (error) {
      onWarning(`Could not answer the call ${method} of another node`, error)
    }
  }

  async #notify(): Promise<void> {
    const { database, schema } = this.#options
    await database.query(`SELECT pg_notify($1, '')`, [`${schema}_calls`])
  }
}
