import { benchStreaming } from './gateway/streaming.ts'
import { benchWaves } from './gateway/waves.ts'
import type { Table } from './measure.ts'
import { withNativeProgram } from './native-program.ts'

/** What the gateway costs, and what it keeps, with an agent of its own and with the simulated one. */
export function benchGateway(rounds: number): Promise<Table[]> {
  return withNativeProgram('sim-relay', async (relay) => {
    const streaming = await benchStreaming(rounds)
    if (relay !== undefined) return [...streaming, ...(await benchWaves(relay))]
    process.stderr.write('No C compiler found: skipping the tables with 500 sims.\n')
    return streaming
  })
}
