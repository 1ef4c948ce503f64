import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { Delivery } from '../../src/sessions/delivery.ts'
import { openPostgresStore } from '../../src/sessions/store/open-postgres-store.lazy.ts'
import type { SessionStore } from '../../src/sessions/store/session-store.ts'
import { openSqliteStore } from '../../src/sessions/store/sqlite.ts'

/** Set `CAPSTAN_CRASH_ROUNDS=200` for the full test. */
const rounds = Number(process.env['CAPSTAN_CRASH_ROUNDS'] ?? 10)

/** `npm run test:fleet` has a PostgreSQL server; without it the store is SQLite. */
const server = process.env['CAPSTAN_TEST_POSTGRES']

const folder = mkdtempSync(join(tmpdir(), 'capstan-crash-'))
const [surfacedPath, sentPath] = ['surfaced', 'sent'].map((name) => join(folder, name))
const storePath = server ?? join(folder, 'store.db')
const children: ChildProcess[] = []
afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

function startProcess(...task: string[]): ChildProcess {
  const program = join(import.meta.dirname, '../support/sessions/crash-child.ts')
  const args = [program, storePath, surfacedPath, sentPath, ...task] as string[]
  const env = { ...process.env, NODE_COMPILE_CACHE: join(folder, 'compiled') }
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  children.push(child)
  return child
}

/** Kills a process at a random time, while it opens the store or delivers. Resolves to true if it was delivering. */
async function killProcess(): Promise<boolean> {
  const child = startProcess()
  const ended = once(child, 'exit')
  let complaints = ''
  child.stderr?.on('data', (chunk: Buffer) => (complaints += chunk.toString()))
  // To connect may take too long on a busy machine; without a second connection the process reads the log every second.
  const slow =
    /^.*CapstanWarning: Cannot listen for commits of other nodes.*\n|^\(Use `node --trace-warnings.*\n/gm
  let isReady = false
  const ready = once(child.stdout ?? child, 'data').then(() => (isReady = true))
  const isEarly = Math.random() < 0.25
  if (!isEarly) await Promise.race([ready, ended])
  await new Promise((resolve) => setTimeout(resolve, Math.random() * (isEarly ? 400 : 200)))
  child.kill('SIGKILL')
  await ended
  expect(complaints.replaceAll(slow, '')).toBe('')
  return isReady
}

function linesOf(path: string | undefined): string[] {
  return path !== undefined && existsSync(path) ? readFileSync(path, 'utf8').split('\n').slice(0, -1) : []
}

interface State {
  deliveries: Map<string, Delivery>
  surfaced: string[]
  /** Whether the delivery was never in doubt. */
  undoubted: (id: string) => boolean
}

/** In PostgreSQL the lease of the killed process ends first. */
async function openStore(): Promise<SessionStore> {
  if (server === undefined) return openSqliteStore({ path: storePath })
  const store = await openPostgresStore({ address: server, schema: 'crash' })
  await store.database.query('DELETE FROM crash.nodes WHERE id <> $1', [store.shared.node])
  return store
}

async function look(work: (state: State) => void): Promise<void> {
  const store = await openStore()
  try {
    const deliveries = new Map(
      store
        .deliveries()
        .filter(({ recipient }) => recipient.startsWith('ses_'))
        .map((delivery) => [delivery.id, delivery]),
    )
    const undoubted = (id: string): boolean => !store.receipts(id).some(({ status }) => status === 'in-doubt')
    work({ deliveries, surfaced: linesOf(surfacedPath), undoubted })
  } finally {
    await store.close()
  }
}

/** Invariants that hold at any time. */
function requireSound({ deliveries, surfaced }: State): void {
  const stateOf = (id: string): string => deliveries.get(id)?.state ?? 'not in the store'
  expect(linesOf(sentPath).filter((id) => !deliveries.has(id))).toEqual([])
  expect(surfaced.filter((id, index) => surfaced.indexOf(id) !== index)).toEqual([])
  const mayHaveSurfaced = ['surfacing', 'accepted', 'in-doubt', 'delivered']
  expect(surfaced.filter((id) => !mayHaveSurfaced.includes(stateOf(id)))).toEqual([])
  const seen = new Set(surfaced)
  const ended = [...deliveries.values()].filter(({ state }) => state === 'delivered' || state === 'dead')
  expect(ended.filter(({ id, state }) => state === 'dead' || !seen.has(id))).toEqual([])
  expect(overtaken(surfaced, deliveries)).toEqual([])
}

/** Deliveries that surfaced after a later one of the same sender, recipient and mode. */
function overtaken(surfaced: readonly string[], deliveries: ReadonlyMap<string, Delivery>): Delivery[] {
  const last = new Map<string, number>()
  return surfaced.flatMap((id) => {
    const delivery = deliveries.get(id)
    if (delivery === undefined) return []
    const queue = `${delivery.sender} ${delivery.recipient} ${delivery.mode}`
    const before = last.get(queue) ?? 0
    last.set(queue, delivery.sequence)
    return delivery.sequence > before ? [] : [delivery]
  })
}

test(`a process killed ${rounds} times or more loses no message and delivers none twice`, async () => {
  const cutOff = new Set<string>()
  let doubted = 0
  let early = 0
  let kills = 0
  // On a busy machine processes die before they do much: kill more of them.
  const hasProved = (): boolean => linesOf(sentPath).length > rounds
  for (; kills < rounds || (!hasProved() && kills < 10 * rounds); kills++) {
    const wasReady = await killProcess()
    if (!wasReady) early++
    await look((state) => {
      requireSound(state)
      // A process that gets ready puts the interrupted deliveries of earlier ones in doubt.
      const recovered = wasReady ? [...cutOff] : []
      expect(recovered.filter(state.undoubted)).toEqual([])
      doubted += recovered.length
      for (const id of recovered) cutOff.delete(id)
      for (const { id, state: now } of state.deliveries.values()) {
        if (now === 'surfacing' || now === 'accepted') cutOff.add(id)
      }
    })
  }
  const draining = startProcess('drain')
  const [code] = (await once(draining, 'exit')) as [number | null]
  expect(code).toBe(0)
  await look((state) => {
    requireSound(state)
    expect([...cutOff].filter(state.undoubted)).toEqual([])
    doubted += cutOff.size
    expect(new Set([...state.deliveries.values()].map(({ state: now }) => now))).toEqual(
      new Set(['delivered']),
    )
    expect(state.surfaced.toSorted()).toEqual([...state.deliveries.keys()].toSorted())
    // Too few deliveries prove nothing.
    expect(state.surfaced.length).toBeGreaterThan(rounds)
    const figures = `${kills} kills, ${early} before it was ready: ${state.surfaced.length} deliveries, ${doubted} in doubt`
    if (process.env['CAPSTAN_CRASH_ROUNDS'] !== undefined) process.stdout.write(`${figures}\n`)
  })
}, 1_800_000)
