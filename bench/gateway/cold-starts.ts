import { createGateway } from '../../src/gateway/create-gateway.ts'
import { listen } from '../../src/gateway/server.ts'
import { createClient } from '../../src/run/client.ts'
import { CapstanError } from '../../src/core/capstan-error.ts'
import { measure, type Table } from '../measure.ts'
import { startBareServer } from './bare-server.ts'
import { StreamClient, token } from './client.ts'

const together = 50
const rounds = 5

/**
 * How long clients wait for the first byte while many agents start, compared with a server that only reads its input: the
 * other starts must not delay it.
 */
export async function benchColdStarts(): Promise<Table> {
  const bare = await startBareServer()
  const gateway = createGateway({
    client: createClient(),
    agents: ['sim'],
    token,
    session: { cwd: import.meta.dirname },
    limits: { idleMs: 200 },
  })
  const server = await listen(gateway, { port: 0 })
  const least = async (client: StreamClient): Promise<number> =>
    (await client.run(bare.port, '/', { forwardedProps: 1 })).firstMs
  const first = async (client: StreamClient): Promise<number> => {
    const messages = [{ id: 'u1', role: 'user', content: 'say hi' }]
    const { firstMs, last } = await client.run(server.port, '/agents/sim', { messages })
    if ((JSON.parse(last) as { type: string }).type === 'RUN_FINISHED') return firstMs
    throw new CapstanError('BENCH_RUN_FAILED', `A run ended with ${last}`)
  }
  try {
    await middleOf(least, together)
    await middleOf(first, 1)
    const rows = await measure(
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
    return { title: 'Request to first byte, p50, while the agents of the runs start', unit: 'ms', rows }
  } finally {
    await server.close()
    bare.close()
  }
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
