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
  const client = new StreamClient(together)
  const least = async (): Promise<number> => (await client.run(bare.port, '/', { forwardedProps: 1 })).firstMs
  const first = async (): Promise<number> => {
    const messages = [{ id: 'u1', role: 'user', content: 'say hi' }]
    const { firstMs, last } = await client.run(server.port, '/agents/sim', { messages })
    if ((JSON.parse(last) as { type: string }).type === 'RUN_FINISHED') return firstMs
    throw new CapstanError('BENCH_RUN_FAILED', `A run ended with ${last}`)
  }
  try {
    await Promise.all(Array.from({ length: together }, least))
    await first()
    const rows = await measure(
      [
        { name: `bare node:http, ${together} at once`, sample: () => middleOf(least) },
        { name: `gateway, ${together} at once`, sample: () => middleOf(first), budget: { minRatio: 3 } },
        { name: 'gateway, one alone', sample: first },
      ],
      rounds,
    )
    return { title: 'Request to first byte, p50, while the agents of the runs start', unit: 'ms', rows }
  } finally {
    client.close()
    await server.close()
    bare.close()
  }
}

/** The median of many requests at once. */
async function middleOf(request: () => Promise<number>): Promise<number> {
  const all = await Promise.all(Array.from({ length: together }, request))
  return all.toSorted((one, other) => one - other)[together / 2] ?? Number.NaN
}
