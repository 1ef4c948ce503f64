import type { ActionRequest, ActionResult, ActionSummary } from '../action.ts'
import { CapstanError } from '../../core/capstan-error.ts'
import type { Sessions } from '../sessions.ts'
import type { SharedStore } from '../store/postgres/open-postgres-store.ts'
import type { RemoteActions } from '../wire/node-router.ts'
import type { NodeCalls } from './node-calls.ts'

export interface SharedActionsOptions {
  store: SharedStore
  sessions: Sessions
  calls: NodeCalls
  onWarning: (message: string, cause?: unknown) => void
}

/** Calls of other nodes. */
const listMethod = 'node.actions'
const invokeMethod = 'node.invoke'
/** How often to check whether this node continues under another id. */
const checkMs = 1000

interface ListParams {
  caller: string
}

type InvokeParams = ListParams & Pick<ActionRequest, 'action' | 'input' | 'idempotencyKey'>

/** Announces the actions of this node to the others, and runs theirs. An action runs on the node that registered it. */
export class SharedActions implements RemoteActions {
  readonly #options: SharedActionsOptions
  readonly #listeners = new Set<() => void>()
  readonly #ends: (() => void | Promise<void>)[] = []
  #announcing: Promise<void> = Promise.resolve()
  #announcedAs = ''

  constructor(options: SharedActionsOptions) {
    this.#options = options
  }

  async start(): Promise<void> {
    const { store, sessions } = this.#options
    const { database, shared } = store
    const end = await database.listen(this.#channel, () => {
      for (const listener of this.#listeners) listener()
    })
    const timer = setInterval(() => {
      if (shared.node !== this.#announcedAs) this.#announceLater()
    }, checkMs)
    this.#ends.push(
      end,
      () => clearInterval(timer),
      sessions.actions.onChange(() => this.#announceLater()),
    )
    this.#announceLater()
    await this.#announcing
  }

  async stop(): Promise<void> {
    for (const end of this.#ends) await end()
    await this.#announcing
  }

  async list(caller: string): Promise<ActionSummary[]> {
    const nodes = new Set((await this.#others()).map(({ node }) => node))
    const { calls, onWarning } = this.#options
    const lists = await Promise.all(
      Array.from(nodes, (node) =>
        calls.call(node, listMethod, { caller } satisfies ListParams).catch((error: unknown) => {
          onWarning(`Could not list the actions of the node ${node}`, error)
          return []
        }),
      ),
    )
    const byName = new Map<string, ActionSummary>()
    for (const summary of (lists as ActionSummary[][]).flat()) {
      if (!byName.has(summary.name)) byName.set(summary.name, summary)
    }
    return [...byName.values()]
  }

  async invoke(caller: string, request: ActionRequest): Promise<ActionResult | undefined> {
    const { action, input, idempotencyKey } = request
    const [found] = (await this.#others()).filter(({ name }) => name === action)
    if (found === undefined) return undefined
    const key = idempotencyKey === undefined ? {} : { idempotencyKey }
    const params: InvokeParams = { caller, action, input, ...key }
    try {
      return (await this.#options.calls.call(found.node, invokeMethod, params)) as ActionResult
    } catch (error) {
      if (!CapstanError.isInstance(error) || error.code !== 'NODE_SILENT') throw error
      const message = `The node ${found.node} was lost while it ran ${action}; whether the action ran is unknown`
      throw new CapstanError('NODE_SILENT', message, {
        hint: 'Check what the action did before you run it again; Capstan does not repeat it.',
        cause: error,
      })
    }
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Answers a call of another node; undefined for other methods. */
  answer(method: string, params: unknown): Promise<unknown> | undefined {
    const { actions } = this.#options.sessions
    if (method === listMethod) return Promise.resolve(actions.listFor((params as ListParams).caller))
    if (method !== invokeMethod) return undefined
    const { caller, ...request } = params as InvokeParams
    return actions.invokeFor(caller, request)
  }

  get #channel(): string {
    return `${this.#options.store.schema}_actions`
  }

  /** The actions of other live nodes, those of the oldest node first. */
  async #others(): Promise<{ node: string; name: string }[]> {
    const { database, schema, shared } = this.#options.store
    const rows = await database.query(
      `SELECT node, actions.name FROM ${schema}.actions JOIN ${schema}.nodes ON nodes.id = actions.node
       WHERE node <> $1 AND alive_until > clock_timestamp() ORDER BY started_at, nodes.id`,
      [shared.node],
    )
    return rows as { node: string; name: string }[]
  }

  #announceLater(): void {
    this.#announcing = this.#announcing.then(() => this.#announce())
  }

  async #announce(): Promise<void> {
    const { store, sessions, onWarning } = this.#options
    const { database, schema, shared } = store
    const { node } = shared
    const names = sessions.actions.names()
    try {
      const changed = await database.query(
        `WITH gone AS (DELETE FROM ${schema}.actions WHERE node = $1 AND NOT name = ANY ($2) RETURNING 1),
           added AS (INSERT INTO ${schema}.actions (node, name) SELECT $1, unnest($2::text[])
             ON CONFLICT DO NOTHING RETURNING 1)
         SELECT FROM gone UNION ALL SELECT FROM added`,
        [node, names],
      )
      this.#announcedAs = node
      if (changed.length > 0) await database.query(`SELECT pg_notify($1, '')`, [this.#channel])
    } catch (error) {
      // The timer tries again.
      this.#announcedAs = ''
      onWarning('Could not announce the actions of this node', error)
    }
  }
}
