import type { Table } from './measure.ts'
import { benchDelivering } from './sessions/delivering.ts'
import { benchHeap } from './sessions/heap.ts'
import { benchLatency } from './sessions/latency.ts'
import { benchSending } from './sessions/sending.ts'

/** Each sample takes seconds. */
const mostRounds = 3

/** A thousand sessions and a hundred thousand messages in one file. */
export async function benchSessions(rounds: number): Promise<Table[]> {
  const few = Math.min(rounds, mostRounds)
  return [await benchSending(few), await benchDelivering(few), await benchLatency(few), await benchHeap(few)]
}
