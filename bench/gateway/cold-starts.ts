import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { CapstanError } from '../../src/core/capstan-error.ts'
import { createGateway } from '../../src/gateway/create-gateway.ts'
import { listen } from '../../src/gateway/server.ts'
import { openThreadStore } from '../../src/gateway/threads/thread-store.lazy.ts'
import { createClient } from '../../src/run/client.ts'
import { measure, type Table } from '../measure.ts'
import { startBareServer } from './bare-server.ts'
import { BurstClient } from './burst.ts'
import { StreamClient, token } from './client.ts'
import { talker } from './talker.ts'

const together = 50
const rounds = 5
/** The idle time after which the gateway stops an agent. */
const idleMs = 200
/** Stopping the agents of a round must not delay the next one: Capstan watches an ended process for some seconds. */
const settleMs = 4500

/**
 * How long clients wait for the first byte while the agents of their runs start, compared with one client alone and with a
 * server that only reads its input: the other starts must not delay it.
 */
export async function benchColdStarts(): Promise<Table[]> {
  const bare = await startBareServer()
  const folder = mkdtempSync(join(tmpdir(), 'capstan-bench-'))
  const gateway = createGateway({
    client: createClient(),
    agents: ['sim'],
    token,
    session: { cwd: import.meta.dirname },
    // In a file, as with `capstan serve`.
    store: await openThreadStore(join(folder, 'threads.db')),
    limits: { idleMs },
  })
  gateway.add(talker)
  const server = await listen(gateway, { port: 0 })
  const client = new BurstClient()
  const messages = [{ id: 'u1', role: 'user', content: 'say hi' }]
  const cold = async (count: number): Promise<number> => {
    const middle = await client.median({ port: server.port, path: '/agents/sim', count, input: { messages } })
    await sleep(settleMs)
    return middle
  }
  const least = async (one: StreamClient): Promise<number> =>
    (await one.run(bare.port, '/', { forwardedProps: 1 })).firstMs
  const first = async (one: StreamClient): Promise<number> => {
    const { firstMs, last } = await one.run(server.port, '/agents/sim', { messages })
    if ((JSON.parse(last) as { type: string }).type === 'RUN_FINISHED') return firstMs
    throw new CapstanError('BENCH_RUN_FAILED', `A run ended with ${last}`)
  }
  try {
    await warmUp(server.port, bare.port)
    // No budget: the requests of a burst are read one after the other, so the middle one waits for half of them.
    const onOpen = await measure(
      [
        { name: 'gateway, one alone', sample: () => cold(1) },
        { name: `gateway, ${together} at once`, sample: () => cold(together) },
      ],
      rounds,
    )
    const onNew = await measure(
      [
        { name: `bare node:http, ${together} at once`, sample: () => middleOf(least, together) },
        {
          name: `gateway, ${together} at once`,
          sample: () => middleOf(first, together),
          budget: { minRatio: 3 },
        },
        { name: 'bare node:http, one alone', sample: () => middleOf(least, 1) },
        { name: 'gateway, one alone', sample: () => middleOf(first, 1) },
      ],
      rounds,
    )
    const title = 'Request to first byte, p50, while the agents of the runs start'
    return [
      { title: `${title}, on open connections`, unit: 'ms', rows: onOpen },
      { title: `${title}, on new connections`, unit: 'ms', rows: onNew },
    ]
  } finally {
    await client.close()
    await server.close()
    bare.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The servers have answered requests before: only the agents are cold. */
async function warmUp(gatewayPort: number, barePort: number): Promise<void> {
  const client = new StreamClient(1)
  for (let round = 0; round < 3000; round++) {
    await client.run(gatewayPort, '/agents/talker', { forwardedProps: 1 })
    await client.run(barePort, '/', { forwardedProps: 1 })
  }
  client.close()
}

/** The median of many requests at once, each on a connection of its own, as browsers open them. */
async function middleOf(request: (client: StreamClient) => Promise<number>, count: number): Promise<number> {
  const client = new StreamClient(count)
  try {
    const all = await Promise.all(Array.from({ length: count }, () => request(client)))
    return all.toSorted((one, other) => one - other)[Math.floor(count / 2)] ?? Number.NaN
  } finally {
    client.close()
  }
}
