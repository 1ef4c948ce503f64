import type { Table } from './measure.ts'
import { benchCrowd } from './sessions/crowd.ts'
import { benchDelivering } from './sessions/delivering.ts'
import { benchHeap } from './sessions/heap.ts'
import { benchLatency } from './sessions/latency.ts'
import { benchSending } from './sessions/sending.ts'
import { benchWire } from './sessions/wire.ts'

/** Each sample takes seconds. */
const mostRounds = 3

/** A thousand sessions with messages in one file, ten thousand in a channel, and a client at the socket. */
export async function benchSessions(rounds: number): Promise<Table[]> {
  const few = Math.min(rounds, mostRounds)
  return [
    await benchSending(few),
    await benchDelivering(few),
    await benchLatency(few),
    await benchHeap(few),
    await benchCrowd(few),
    await benchWire(few),
  ]
}
