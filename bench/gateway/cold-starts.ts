import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
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
const rounds = 7
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
  const least = (count: number): Promise<number> =>
    client.median({ port: bare.port, path: '/', count, input: { forwardedProps: 1 } })
  const cold = async (count: number): Promise<number> => {
    const middle = await client.median({ port: server.port, path: '/agents/sim', count, input: { messages } })
    await sleep(settleMs)
    return middle
  }
  try {
    await warmUp(server.port, bare.port)
    const alone = { name: 'gateway, one alone', sample: () => cold(1) }
    const all = { name: `gateway, ${together} at once`, sample: () => cold(together) }
    const atOnce = await measure([alone, { ...all, budget: { ratio: 3 } }], rounds)
    const bareAlone = { name: 'bare node:http, one alone', sample: () => least(1) }
    const bareAll = { name: `bare node:http, ${together} at once`, sample: () => least(together) }
    const againstBare = await measure([bareAll, { ...all, budget: { minRatio: 3 } }, bareAlone], rounds)
    const title = 'Request to first byte, p50, while the agents of the runs start'
    return [
      { title, unit: 'ms', rows: atOnce },
      { title: `${title}, against a bare server`, unit: 'ms', rows: againstBare },
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
