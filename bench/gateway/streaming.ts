import { createGateway } from '../../src/gateway/create-gateway.ts'
import { listen } from '../../src/gateway/server.ts'
import { createClient } from '../../src/run/client.ts'
import { CapstanError } from '../../src/core/capstan-error.ts'
import { cpuOf, measure, type Table } from '../measure.ts'
import { startBareServer } from './bare-server.ts'
import { StreamClient, token } from './client.ts'
import { piece, talker } from './talker.ts'

const pieces = 20_000
const mostEventsForMegabyte = 1500

/** The gateway's cost between an agent's event and the client, compared with a minimal HTTP server. */
export async function benchStreaming(rounds: number): Promise<Table[]> {
  const bare = await startBareServer()
  const gateway = createGateway({ client: createClient({ definitions: [] }), token })
  gateway.add(talker)
  const server = await listen(gateway, { port: 0 })
  const client = new StreamClient(1)
  const own = (count: number) => client.run(server.port, '/agents/talker', { forwardedProps: count })
  const least = (count: number) => client.run(bare.port, '/', { forwardedProps: count })
  try {
    // Warm up both before the first measurement.
    for (let round = 0; round < 3000; round++) await Promise.all([own(1), least(1)])
    const first = await measure(
      [
        { name: 'bare node:http', sample: async () => (await least(1)).firstMs * 1000 },
        { name: 'gateway', sample: async () => (await own(1)).firstMs * 1000, budget: { minRatio: 1.5 } },
      ],
      rounds * 50,
    )
    const throughput = await measure(
      [
        { name: 'bare node:http', sample: () => cpuOf(() => least(pieces)) },
        { name: 'gateway', sample: () => cpuOf(() => own(pieces)), budget: { ratio: 1.5 } },
      ],
      rounds,
    )
    const { events } = await own(Math.ceil(1e6 / piece.length))
    if (events > mostEventsForMegabyte) {
      throw new CapstanError('BENCH_TOO_MANY_EVENTS', `A reply of 1 MB was ${events} events`)
    }
    return [
      { title: `Request to first byte; 1 MB was ${events} events`, unit: 'µs', rows: first },
      { title: `${pieces} pieces of text to one client, both sides`, unit: 'CPU ms', rows: throughput },
    ]
  } finally {
    client.close()
    await server.close()
    bare.close()
  }
}
