import { benchColdStarts } from './gateway/cold-starts.ts'
import { benchFreshStarts } from './gateway/fresh-starts.ts'
import { benchStreaming } from './gateway/streaming.ts'
import { benchWaves } from './gateway/waves.ts'
import type { Table } from './measure.ts'
import { withNativeProgram } from './native-program.ts'

/** The gateway's time per run and memory, with an in-process agent and with the sim. */
export function benchGateway(rounds: number): Promise<Table[]> {
  return withNativeProgram('sim-relay', async (relay) => {
    const cold = [...(await benchColdStarts()), await benchFreshStarts()]
    const streaming = [...(await benchStreaming(rounds)), ...cold]
    if (relay !== undefined) return [...streaming, ...(await benchWaves(relay))]
    process.stderr.write('No C compiler found: skipping the tables with 500 sims.\n')
    return streaming
  })
}
