import type { AgentStatus } from '../../capabilities/ecosystems/relay/types.ts'
import { CapstanError } from '../../core/capstan-error.ts'
import { didYouMean } from '../../core/text/nearest-name.ts'
import type { Database } from '../store/postgres/database.ts'
import type { ParticipantRecord } from '../store/session-store.ts'

/** A node of a fleet. */
export interface NodeReport {
  id: string
  name: string
  version: string
  /** `lost`: its lease has ended; other nodes take its sessions over. */
  state: 'alive' | 'draining' | 'lost'
  /** Milliseconds until its lease ends; negative after that. */
  leaseMs: number
  startedAt: string
  /** Commits that it has not applied yet, at its last heartbeat. */
  lag: number
  sessions: number
}

/** A session with its owner. */
export interface LeaseReport {
  session: string
  handle: string
  status: AgentStatus
  /** The id of the node; absent if the session has no owner. */
  node?: string
  epoch: number
}

export interface FleetReport {
  nodes: NodeReport[]
  sessions: LeaseReport[]
  /** The number of commits so far. */
  position: number
}

/** Reads the nodes and the owners of all sessions that are not released. */
export async function readFleet(database: Database, schema = 'capstan'): Promise<FleetReport> {
  const [nodes, leases, [head]] = await Promise.all([
    database.query(
      `SELECT id, name, version, is_draining, started_at, alive_until > clock_timestamp() AS is_alive,
         extract(epoch FROM alive_until - clock_timestamp()) * 1000 AS lease_ms,
         greatest(0, (SELECT position FROM ${schema}.head) - applied) AS lag,
         (SELECT count(*) FROM ${schema}.leases WHERE leases.node = nodes.id) AS sessions
       FROM ${schema}.nodes ORDER BY started_at`,
    ),
    database.query(
      `SELECT session, node, epoch, participants.body FROM ${schema}.leases
       JOIN ${schema}.participants ON participants.id = leases.session WHERE participants.handle IS NOT NULL
       ORDER BY participants.number`,
    ),
    database.query(`SELECT position FROM ${schema}.head`),
  ])
  return {
    nodes: (nodes as NodeRow[]).map(nodeOf),
    sessions: (leases as LeaseRow[]).map(leaseOf),
    position: Number((head as { position: string } | undefined)?.position ?? 0),
  }
}

/** Asks a node, by id or name, to move its sessions to others. @throws CapstanError `UNKNOWN_NODE`. */
export async function requestDrain(
  database: Database,
  node: string,
  schema = 'capstan',
): Promise<NodeReport> {
  const { nodes } = await readFleet(database, schema)
  const alive = nodes.filter(({ state }) => state !== 'lost')
  const found = alive.filter(({ id, name }) => id === node || name === node)
  const [only] = found
  if (only === undefined || found.length > 1) {
    const names = alive.map(({ name }) => name)
    throw new CapstanError(
      'UNKNOWN_NODE',
      only === undefined ? `Unknown node ${node}` : `Several nodes are called ${node}`,
      {
        hint:
          only === undefined
            ? didYouMean(node, names, `Nodes: ${names.join(', ')}.`)
            : `Use one of the ids: ${found.map(({ id }) => id).join(', ')}.`,
      },
    )
  }
  await database.query(`UPDATE ${schema}.nodes SET is_draining = true WHERE id = $1`, [only.id])
  return only
}

interface NodeRow {
  id: string
  name: string
  version: string
  is_draining: boolean
  is_alive: boolean
  lease_ms: string
  started_at: Date
  lag: string
  sessions: string
}

interface LeaseRow {
  session: string
  node: string | null
  epoch: string
  body: string
}

function nodeOf(row: NodeRow): NodeReport {
  const { id, name, version, is_alive, is_draining } = row
  return {
    id,
    name,
    version,
    state: is_alive ? (is_draining ? 'draining' : 'alive') : 'lost',
    leaseMs: Math.round(Number(row.lease_ms)),
    startedAt: row.started_at.toISOString(),
    lag: Number(row.lag),
    sessions: Number(row.sessions),
  }
}

function leaseOf({ session, node, epoch, body }: LeaseRow): LeaseReport {
  const { identity, status = 'offline' } = JSON.parse(body) as ParticipantRecord
  return {
    session,
    handle: identity.handle,
    status,
    ...(node === null ? {} : { node }),
    epoch: Number(epoch),
  }
}
