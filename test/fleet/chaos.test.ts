import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import type { Database } from '../../src/sessions/store/postgres/database.ts'
import { connectPostgres } from '../../src/sessions/store/postgres/pg-database.lazy.ts'
import type { Delivery } from '../../src/sessions/delivery.ts'
import { LogAudit } from '../support/fleet/log-audit.ts'
import { createNetwork } from '../support/fleet/network.ts'
import { startPostgres } from '../support/fleet/postgres-server.ts'

/** Set `CAPSTAN_FLEET_ROUNDS=500` for the full test, and `CAPSTAN_FLEET_LEASE_MS=10000` for the default lease. */
const rounds = Number(process.env['CAPSTAN_FLEET_ROUNDS'] ?? 20)
const leaseMs = Number(process.env['CAPSTAN_FLEET_LEASE_MS'] ?? 2000)
const nodeCount = 3

const folder = mkdtempSync(join(tmpdir(), 'capstan-chaos-'))
const children = new Map<number, ChildProcess>()
const cleanUp = new DisposableStack()
cleanUp.defer(() => rmSync(folder, { recursive: true, force: true }))
const network = cleanUp.use(createNetwork(nodeCount))
afterAll(() => {
  for (const child of children.values()) child.kill('SIGKILL')
  cleanUp.dispose()
})

async function startNode(
  index: number,
  { address, handles = '' }: { address: string; handles?: string },
): Promise<void> {
  const program = join(import.meta.dirname, '../support/fleet/fleet-node.ts')
  const args = [program, address, `n${index}`, folder, String(leaseMs), handles]
  const [command, all] = network.node(index).command(process.execPath, args)
  const env = { ...process.env, NODE_COMPILE_CACHE: join(folder, 'compiled') }
  const child = spawn(command, all, { env, stdio: ['ignore', 'pipe', 'inherit'] })
  children.set(index, child)
  const [answer] = await Promise.race([once(child.stdout, 'data'), once(child, 'exit')])
  expect(String(answer)).toBe('ready\n')
}

async function killNode(index: number): Promise<void> {
  const child = children.get(index)
  const ended = child === undefined ? undefined : once(child, 'exit')
  child?.kill('SIGKILL')
  await ended
}

const pause = (): number => leaseMs * (0.3 + Math.random() * 1.7)

interface Fault {
  name: string
  /** Returns when the fault is over; the node may need a restart after it. */
  cause: (index: number) => Promise<void>
}

function faultsOf(address: string, restartDatabase: (mode: 'fast' | 'immediate') => void): Fault[] {
  return [
    {
      name: 'kill',
      cause: async (index) => {
        await killNode(index)
        await sleep(pause())
        await startNode(index, { address })
      },
    },
    {
      name: 'stop',
      cause: async (index) => {
        children.get(index)?.kill('SIGSTOP')
        await sleep(pause())
        children.get(index)?.kill('SIGCONT')
      },
    },
    {
      name: 'database',
      cause: async () => {
        restartDatabase(Math.random() < 0.5 ? 'fast' : 'immediate')
        await sleep(leaseMs / 2)
      },
    },
    ...(network.isReal
      ? [
          {
            name: 'partition',
            cause: async (index: number) => {
              network.node(index).setConnected?.(false)
              await sleep(pause())
              network.node(index).setConnected?.(true)
            },
          },
        ]
      : []),
  ]
}

const linesOf = (name: string): string[] => {
  const path = join(folder, name)
  return existsSync(path) ? readFileSync(path, 'utf8').split('\n').slice(0, -1) : []
}

interface Stored {
  delivery: Delivery
  wasInDoubt: boolean
}

async function storedDeliveries(database: Database): Promise<Map<string, Stored>> {
  const rows = (await database.query(
    `SELECT body, sequence, EXISTS (
       SELECT FROM capstan.receipts WHERE delivery = deliveries.id AND body LIKE '%"status":"in-doubt"%'
     ) AS doubt FROM capstan.deliveries WHERE recipient LIKE 'ses!_%' ESCAPE '!'`,
  )) as { body: string; sequence: string; doubt: boolean }[]
  return new Map(
    rows.map(({ body, sequence, doubt }) => {
      const delivery = { ...(JSON.parse(body) as Delivery), sequence: Number(sequence) }
      return [delivery.id, { delivery, wasInDoubt: doubt }]
    }),
  )
}

/** Everything that must hold at any time. Returns the number of deliveries per state. */
async function requireSound(database: Database): Promise<Record<string, number>> {
  // Surfaced first: what surfaces meanwhile is not in the list.
  const surfaced = linesOf('surfaced').map((line) => line.split(' ')[0] ?? '')
  const sent = linesOf('sent')
  const stored = await storedDeliveries(database)
  expect(sent.filter((id) => !stored.has(id))).toEqual([])
  expect(repeated(surfaced)).toEqual([])
  const stateOf = (id: string): string => stored.get(id)?.delivery.state ?? 'not stored'
  expect(surfaced.filter((id) => stateOf(id) === 'not stored' || stateOf(id) === 'pending')).toEqual([])
  const seen = new Set(surfaced)
  const known = new Set(linesOf('surfaced').map((line) => line.split(' ')[0] ?? ''))
  const all = [...stored]
  const isIn = (state: string) => (entry: (typeof all)[number]) => entry[1].delivery.state === state
  expect(all.filter(isIn('delivered')).filter(([id]) => !known.has(id))).toEqual([])
  const deadAndSeen = all.filter(isIn('dead')).filter(([id]) => seen.has(id))
  expect(deadAndSeen.filter(([, { wasInDoubt }]) => !wasInDoubt)).toEqual([])
  const last = new Map<string, number>()
  for (const id of surfaced) {
    const { sender = '', recipient = '', sequence = 0 } = stored.get(id)?.delivery ?? {}
    const before = last.get(`${sender} ${recipient}`) ?? 0
    expect([id, sequence > before]).toEqual([id, true])
    last.set(`${sender} ${recipient}`, sequence)
  }
  const counts: Record<string, number> = {}
  for (const { delivery } of stored.values()) counts[delivery.state] = (counts[delivery.state] ?? 0) + 1
  return counts
}

function repeated(ids: readonly string[]): string[] {
  const seen = new Set<string>()
  return ids.filter((id) => seen.size === seen.add(id).size)
}

function percentile(values: readonly number[], share: number): number {
  return values.toSorted((left, right) => left - right)[Math.floor((values.length - 1) * share)] ?? 0
}

test(
  `${rounds} faults in three nodes lose no message, deliver none twice and let no stale owner write`,
  async () => {
    const server = cleanUp.use(await startPostgres(network.hub, network.host))
    const { address } = server
    const handles = ['a,b', 'c,d', 'e,f']
    for (const index of handles.keys()) await startNode(index, { address, handles: handles[index] ?? '' })
    const database = await connectPostgres(server.localAddress, () => undefined)
    const audit = new LogAudit(database)
    const faults = faultsOf(address, (mode) => server.restart(mode))
    const count: Record<string, number> = {}
    const takeovers: number[] = []
    for (let round = 0; round < rounds; round++) {
      await sleep(300 + Math.random() * 500)
      await audit.read()
      // Rather a node with sessions than one without.
      const owners = await ownersByName(database)
      const index = owners[Math.floor(Math.random() * owners.length)] ?? round % nodeCount
      const fault = faults[Math.floor(Math.random() * faults.length)] as Fault
      count[fault.name] = (count[fault.name] ?? 0) + 1
      const owned = fault.name === 'kill' ? await sessionsOf(database, index) : []
      const known = audit.claims.length
      const at = Date.now()
      await fault.cause(index)
      if (owned.length > 0) await allClaimed(owned, { audit, from: known })
      await audit.read()
      for (const { session, at: claimedAt } of audit.claims.slice(known)) {
        if (owned.includes(session) && claimedAt > at) takeovers.push(claimedAt - at)
      }
      expect(audit.stale).toEqual([])
      if (round % 10 === 0) {
        const states = await requireSound(database)
        const progress = { round, count, sent: linesOf('sent').length, states, stale: audit.stale.length }
        if (round % 50 === 0) process.stdout.write(`${JSON.stringify(progress)}\n`)
      }
    }
    for (const child of children.values()) child.kill('SIGUSR2')
    await expect
      .poll(() => requireSound(database), { timeout: 120_000, interval: 500 })
      .not.toMatchObject({ pending: expect.any(Number) as number })
    await audit.read()
    const states = await requireSound(database)
    expect(audit.stale).toEqual([])
    const [sent, surfaced] = [linesOf('sent').length, linesOf('surfaced').length]
    expect(sent).toBeGreaterThan(rounds)
    const p95 = percentile(takeovers, 0.95)
    expect(p95).toBeLessThanOrEqual(15_000)
    const figures = {
      rounds,
      leaseMs,
      count,
      sent,
      surfaced,
      states,
      commits: audit.commits,
      claims: audit.claims.length,
      refused: audit.refused,
      takeover: {
        count: takeovers.length,
        p50: percentile(takeovers, 0.5),
        p95,
        max: Math.max(...takeovers),
      },
    }
    process.stdout.write(`${JSON.stringify(figures)}\n`)
    await database.close()
  },
  24 * 3_600_000,
)

async function sessionsOf(database: Database, index: number): Promise<string[]> {
  const rows = await database.query(
    `SELECT session FROM capstan.leases JOIN capstan.nodes ON nodes.id = leases.node
     WHERE nodes.name = $1 AND alive_until > clock_timestamp()`,
    [`n${index}`],
  )
  return (rows as { session: string }[]).map(({ session }) => session)
}

/** The indexes of the nodes that own sessions, once for each session. */
async function ownersByName(database: Database): Promise<number[]> {
  const rows = await database.query(
    'SELECT name FROM capstan.leases JOIN capstan.nodes ON nodes.id = leases.node',
  )
  return (rows as { name: string }[]).map(({ name }) => Number(name.slice(1)))
}

/** Waits until other nodes, or its successor, own the sessions of a killed node. */
async function allClaimed(
  sessions: readonly string[],
  { audit, from }: { audit: LogAudit; from: number },
): Promise<void> {
  await expect
    .poll(
      async () => {
        await audit.read()
        const claimed = new Set(audit.claims.slice(from).map(({ session }) => session))
        return sessions.filter((session) => !claimed.has(session))
      },
      { timeout: 60_000, interval: 100 },
    )
    .toEqual([])
}
