import { benchStreaming } from './gateway/streaming.ts'
import type { Table } from './measure.ts'

/** What the gateway costs, and what it keeps, with an agent of its own and with the simulated one. */
export async function benchGateway(rounds: number): Promise<Table[]> {
  return await benchStreaming(rounds)
}
