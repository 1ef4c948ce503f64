import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { CapstanError } from '../../src/core/capstan-error.ts'
import { createGateway } from '../../src/gateway/create-gateway.ts'
import { listen } from '../../src/gateway/server.ts'
import { openThreadStore } from '../../src/gateway/threads/thread-store.lazy.ts'
import { createClient } from '../../src/run/client.ts'
import { openSqliteStore } from '../../src/sessions/store/sqlite.ts'
import { liveHeap, rowsOf, type Table } from '../measure.ts'
import { StreamClient, token } from './client.ts'
import { SharedSim } from './shared-sim.ts'

const together = 500
const waves = 5
const words = 'one two three four five six seven eight nine ten'
/** The idle time after which the gateway closes a thread. */
const idleMs = 200
/** Capstan watches an ended process for some seconds. */
const settleMs = 3500

interface Wave {
  /** The live heap while all runs wait for their agents, and after all have ended. */
  readonly during: number
  readonly after: number
}

/** The heap of many simultaneous runs of sims, and the heap that is left after each wave: it must not grow. */
export async function benchWaves(relay: string): Promise<Table[]> {
  const sims = await SharedSim.start(relay)
  const folder = dirname(relay)
  const gateway = createGateway({
    client: createClient({ definitions: [sims.definition] }),
    token,
    session: { cwd: import.meta.dirname },
    // In files: transcripts and events that are stored in memory would count as left over.
    store: await openThreadStore(join(folder, 'threads.db')),
    sessionStore: openSqliteStore({ path: join(folder, 'sessions.db') }),
    limits: { idleMs },
  })
  const server = await listen(gateway, { port: 0 })
  const client = new StreamClient(together)
  try {
    const wave = async (): Promise<Wave> => {
      const runs = Array.from({ length: together }, () =>
        client.run(server.port, '/agents/sim', {
          messages: [{ id: 'u1', role: 'user', content: `say ${words}` }],
        }),
      )
      await sims.waiting(together)
      const during = liveHeap()
      sims.answer()
      for (const { last } of await Promise.all(runs)) requireEnd(last)
      await sims.gone()
      await sleep(settleMs)
      return { during, after: liveHeap() }
    }
    await wave()
    const seen: Wave[] = []
    for (let index = 0; index < waves; index++) seen.push(await wave())
    return tablesOf(seen)
  } finally {
    client.close()
    await server.close()
    await sims.close()
  }
}

function requireEnd(last: string): void {
  if ((JSON.parse(last) as { type: string }).type === 'RUN_FINISHED') return
  throw new CapstanError('BENCH_RUN_FAILED', `A run ended with ${last}`)
}

function tablesOf(seen: readonly Wave[]): Table[] {
  const after = seen.map((wave) => wave.after / 1e6)
  const [first = Number.NaN, ...others] = after
  const last = others.at(-1) ?? Number.NaN
  const weight = seen.map((wave) => (wave.during - wave.after) / together / 1000)
  const kept = ((last - first) * 1000) / (together * (waves - 1))
  const rss = process.memoryUsage().rss / 1e6
  return [
    {
      title: `${together} runs of sim at once, ${waves} times: what is left (${rss.toFixed(0)} MB resident)`,
      unit: 'heap MB',
      rows: rowsOf([
        { name: 'after the first time', samples: others.map(() => first) },
        { name: 'after the others', samples: others, budget: { ratio: 1.1 } },
      ]),
    },
    {
      title: `One of ${together} runs of sim at once, with its client`,
      unit: 'heap KB',
      rows: rowsOf([
        { name: 'while it runs', samples: weight, budget: { most: 100 } },
        { name: 'when it is over', samples: [kept], budget: { most: 0.5 } },
      ]),
    },
  ]
}
