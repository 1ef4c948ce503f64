import { cpuOf, measure, type Table } from '../measure.ts'
import { plainFill, PlainQueue, recipientOf } from './plain-queue.ts'
import { createLab, fill, sampleCount, sessionCount, withFile } from './queue-lab.ts'

/** The cost of a delivery: find, mark, hand over, store receipt and events. */
export async function benchDelivering(rounds: number): Promise<Table> {
  const rows = await measure(
    [
      { name: 'plain SQLite', sample: () => withFile(plainDelivering) },
      { name: 'sessions', sample: () => withFile(delivering), budget: { ratio: 3 } },
    ],
    rounds,
  )
  return { title: `Delivering: ${sampleCount} that wait for ${sessionCount} sessions`, unit: 'CPU ms', rows }
}

async function plainDelivering(path: string): Promise<number> {
  const queue = new PlainQueue(path)
  plainFill(queue, sampleCount)
  let given = 0
  const cpu = await cpuOf(() => {
    for (let index = 0; index < sessionCount; index++) {
      while (queue.take(recipientOf(index), () => given++));
    }
  })
  queue.close()
  requireAll(given)
  return cpu
}

async function delivering(path: string): Promise<number> {
  let given = 0
  const lab = createLab(path, { receive: () => given++ })
  fill(lab, sampleCount)
  const cpu = await cpuOf(async () => {
    for (const worker of lab.workers) await worker.emit({ type: 'status.changed', status: 'idle' })
    const { deliveries } = lab.sessions
    while (deliveries.list({ states: ['pending', 'surfacing'], limit: 1 }).length > 0) {
      await new Promise((resolve) => setImmediate(resolve))
    }
  })
  await lab.sessions.close()
  requireAll(given)
  return cpu
}

function requireAll(given: number): void {
  if (given !== sampleCount) throw new Error(`${given} of ${sampleCount} messages were given.`)
}
